import { Command, Option } from 'commander';
import { Fault } from '../../shared/base/refusal.ts';
import { createContext, type Context } from './context.ts';
import { fail } from './output.ts';

/** The `cotal` command line. Each command loads its code when it runs, so that a small one starts fast. */
export function createProgram(version: string): Command {
  const program = new Command('cotal')
    .description('A private, authenticated mesh of agents on this machine.')
    .version(version, '-V, --version')
    .showHelpAfterError('(cotal <command> --help shows its flags)')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true });

  const json = new Option('--json', 'print facts as JSON');
  const list = (raw: string): string[] =>
    raw
      .split(',')
      .map((s) => s.trim())
      .filter((s) => s !== '');
  const command = (parent: Command, usage: string, text: string): Command =>
    parent.command(usage).description(text).addOption(json);
  const onMesh = (c: Command): Command =>
    c
      .option('--space <space>', 'which mesh, by its space')
      .option('--server <url>', 'which mesh, by its address');

  const lifecycle = (c: Command): Command => c.helpGroup('Mesh:');
  onMesh(lifecycle(command(program, 'up', "Bring this folder's mesh up: broker, you, manager")))
    .option('-d, --detach', 'run in the background (end it with cotal down)')
    .option('--open', 'without credentials, for development; never for others')
    .option('--host <host>', 'listen address')
    .option('--store-dir <dir>', 'where messages are stored')
    .option('--channels <file>', 'channel registry to begin with (JSON)')
    .option('--yes-unauthenticated', 'allow --open on an address that others can reach')
    .option('--name <name>', 'your name on the mesh')
    .action(run(async (ctx, [o]) => (await import('./commands/mesh.ts')).up(ctx, o)));
  onMesh(lifecycle(command(program, 'down', 'End a mesh: agents, manager, broker'))).action(
    run(async (ctx, [o]) => (await import('./commands/mesh.ts')).down(ctx, o)),
  );
  onMesh(lifecycle(command(program, 'status', 'What runs, since when and why; starts nothing'))).action(
    run(async (ctx, [o]) => (await import('./commands/status.ts')).status(ctx, o)),
  );
  lifecycle(command(program, 'meshes', 'The meshes that are up on this machine')).action(
    run(async (ctx) => (await import('./commands/mesh.ts')).meshes(ctx)),
  );
  lifecycle(command(program, 'use <space>', 'Choose the mesh for commands outside a project')).action(
    run(async (ctx, [space]) => (await import('./commands/mesh.ts')).use(ctx, space)),
  );
  lifecycle(command(program, 'logs', "The host's log"))
    .option('-f, --follow', 'go on as lines come')
    .option('--event <name>', 'only lines of this event, for example refused')
    .option('--space <space>', 'only lines of this mesh')
    .option('-n, --lines <n>', 'how many lines', '200')
    .action(run(async (ctx, [o]) => (await import('./commands/logs.ts')).logs(ctx, o)));

  onMesh(lifecycle(command(program, 'doctor', 'Look at everything a mesh needs, with remedies'))).action(
    run(async (ctx, [o]) => (await import('./commands/doctor.ts')).doctor(ctx, o)),
  );

  const agents = (c: Command): Command => c.helpGroup('Agents:');
  onMesh(
    agents(
      command(
        program,
        'spawn [persona]',
        'Start an agent from a persona; this terminal shows it unless --detach',
      ),
    ),
  )
    .option('-d, --detach', 'in the background; see it with cotal attach')
    .option('--name <name>', 'its name on the mesh')
    .option('--config <persona>', 'persona name or file; wins over the operand')
    .option('--agent <connector>', 'which harness: demo, shell')
    .option('--role <role>', 'the role it holds')
    .option('--model <model>', 'model for the harness')
    .option('--variant <variant>', 'model variant')
    .option('--cwd <dir>', 'the folder it works in')
    .option('--prompt <text>', 'what it is told first')
    .option('--subscribe <a,b>', 'channels it reads at once', list)
    .option('--allow-subscribe <a,b>', 'channels it may read', list)
    .option('--allow-publish <a,b>', 'channels it may post to', list)
    .action(
      run(async (ctx, [persona, o]) => (await import('./commands/agents.ts')).spawnAgent(ctx, persona, o)),
    );
  onMesh(agents(command(program, 'ps', 'The managed agents and their status'))).action(
    run(async (ctx, [o]) => (await import('./commands/agents.ts')).ps(ctx, o)),
  );
  onMesh(agents(command(program, 'stop [name]', 'End an agent')))
    .option('--name <name>', 'the agent')
    .option('--force', 'at once, without asking it to end')
    .action(
      run(async (ctx, [name, o]) => (await import('./commands/agents.ts')).stop(ctx, name ?? o.name, o)),
    );
  onMesh(agents(command(program, 'attach [name]', "Show and drive an agent's terminal (Ctrl-] detaches)")))
    .option('--name <name>', 'the agent')
    .action(
      run(async (ctx, [name, o]) =>
        (await import('./commands/attach.ts')).attach(
          ctx,
          operand(name ?? o.name, 'an agent', 'cotal attach <name>'),
          o,
        ),
      ),
    );
  personas(agents(program.command('personas').description('List, show, make, edit or remove personas')));

  function personas(group: Command): void {
    onMesh(command(group, 'list', 'All personas'))
      .option('-v, --verbose', 'with harness, role and model')
      .option('--running', 'mark those that run')
      .action(run(async (ctx, [o]) => (await import('./commands/personas.ts')).list(ctx, o)));
    onMesh(command(group, 'show <name>', 'One persona')).action(
      run(async (ctx, [name, o]) => (await import('./commands/personas.ts')).show(ctx, name, o)),
    );
    onMesh(command(group, 'new <name>', 'Make a persona'))
      .option('--prompt <text>', 'what it is told')
      .option('--from <file>', 'take the text from a file')
      .option('--role <role>', 'its role')
      .option('--model <model>', 'its model')
      .option('--agent <connector>', 'its harness')
      .action(run(async (ctx, [name, o]) => (await import('./commands/personas.ts')).create(ctx, name, o)));
    onMesh(command(group, 'edit <name>', 'Edit a persona in your editor')).action(
      run(async (ctx, [name, o]) => (await import('./commands/personas.ts')).edit(ctx, name, o)),
    );
    onMesh(command(group, 'rm <name>', 'Remove a persona'))
      .option('--force', 'yes, remove it')
      .action(run(async (ctx, [name, o]) => (await import('./commands/personas.ts')).remove(ctx, name, o)));
  }

  const messages = (c: Command): Command => c.helpGroup('Messages:');
  const sendGroup = messages(
    program.command('send').description('Send one message: to a channel, a peer, or a role'),
  );
  const sends: [name: 'msg' | 'dm' | 'ask', usage: string, text: string][] = [
    ['msg', 'msg <channel> <text>', 'Post to a channel'],
    ['dm', 'dm <agent> <text>', 'Direct message to a peer, by name or id'],
    ['ask', 'ask <role> <text>', 'One holder of the role gets it; it waits until there is one'],
  ];
  for (const [mode, usage, text] of sends) {
    onMesh(command(sendGroup, usage, text))
      .option('--creds <file>', 'act with this credential')
      .option('--reply-to <id>', 'the message this answers')
      .action(
        run(async (ctx, [target, body, o]) =>
          (await import('./commands/messages.ts')).send(ctx, mode, target, body, o),
        ),
      );
  }
  const historyCommand = onMesh(
    messages(command(program, 'history [channel]', 'The newest messages, oldest first')),
  )
    .option('--dms', 'your direct messages')
    .option('--with <peer>', 'direct messages with one peer')
    .option('-n, --limit <n>', 'how many', '50')
    .option('--force', 'with clear: yes, remove it')
    .action(
      run(async (ctx, [channel, o]) => {
        const m = await import('./commands/messages.ts');
        // `clear` is the reference's word for purging; a channel of that name is read with --with or in the app.
        return channel === 'clear' ? m.clearHistory(ctx, o) : m.history(ctx, channel, o);
      }),
    );
  historyCommand.addHelpText('after', '\ncotal history clear --force [--dms] removes what is retained.');
  const channels = messages(
    program.command('channels').description('The channel registry: replay, class, description'),
  );
  onMesh(command(channels, 'list', 'All channels')).action(
    run(async (ctx, [o]) => (await import('./commands/channels.ts')).listChannels(ctx, o)),
  );
  const change = (c: Command): Command =>
    onMesh(c)
      .option('--replay', 'give history to who joins')
      .option('--no-replay', 'give none')
      .option('--window <n>', 'how far back: 30m, 2h, 7d')
      .addOption(new Option('--class <class>', 'delivery class').choices(['live', 'durable']));
  change(command(channels, 'set <name>', 'Change one channel'))
    .option('--desc <text>', 'one line, at most 200 characters')
    .option('--instructions <text>', 'for who joins, at most 2000 characters')
    .action(run(async (ctx, [name, o]) => (await import('./commands/channels.ts')).setChannel(ctx, name, o)));
  change(command(channels, 'default', 'Change what holds for all channels')).action(
    run(async (ctx, [o]) => (await import('./commands/channels.ts')).setChannel(ctx, null, o)),
  );

  const access = (c: Command): Command => c.helpGroup('Access:');
  onMesh(access(command(program, 'mint <name>', 'Make a credential file')))
    .option('--profile <profile>', 'agent, observer or admin', 'agent')
    .option('--role <role>', 'the role it holds')
    .option('--subscribe <a,b>', 'channels it reads', list)
    .option('--allow-subscribe <a,b>', 'channels it may read', list)
    .option('--allow-publish <a,b>', 'channels it may post to', list)
    .option('--provision', 'also set it up in the space, so that the file alone serves a foreign client')
    .option('--out <file>', 'where to write it')
    .option('--force', 'replace a file that is there')
    .action(run(async (ctx, [name, o]) => (await import('./commands/creds.ts')).mint(ctx, name, o)));
  onMesh(access(command(program, 'join', 'Join a space yourself, interactively')))
    .option('--name <name>', 'your name')
    .option('--role <role>', 'your role')
    .option('--channel <channel>', 'the channel')
    .option('--kind <kind>', 'agent or endpoint', 'agent')
    .option('--creds <file>', 'join with this credential')
    .option('--link <url>', 'join by a cotal:// link')
    .option('--token <token>', 'join with a token')
    .option('--tls', 'require TLS')
    .action(run(async (ctx, [o]) => (await import('./commands/join.ts')).join(ctx, o)));
  return program;
}

/* commander hands over operands, then the options, then the command; their types are fixed by the declarations above. */
// oxlint-disable-next-line typescript/no-explicit-any -- commander's own action type
type Action = (...args: any[]) => Promise<void>;

// oxlint-disable-next-line typescript/no-explicit-any -- as above
function run(work: (ctx: Context, args: any[]) => Promise<unknown>): Action {
  return async (...args) => {
    const options = args.at(-2) as { json?: boolean } | undefined;
    const json = options?.json === true;
    try {
      await work(createContext(json), args.slice(0, -1));
    } catch (error) {
      fail(error, json);
    }
  };
}

function operand(value: string | undefined, what: string, usage: string): string {
  if (value !== undefined && value !== '') return value;
  throw new Fault('usage', `Which one? Name ${what}.`, { why: 'The command needs a name.', remedy: usage });
}
