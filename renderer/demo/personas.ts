import type { PersonaRow } from '../../shared/api/contract.ts';
import { parseAgentFile } from '../../shared/cotal/agent-file.ts';
import { ROOT } from './cast.ts';

/** The persona files of the recorded scene, by name. */
export function sceneFiles(): Map<string, string> {
  return new Map(FILES.map(([name, head, body]) => [name, `---\n${head.join('\n')}\n---\n${body}\n`]));
}

/** A file as the host lists it. */
export function rowOfFile(name: string, text: string): PersonaRow {
  const file = `${ROOT}/.cotal/agents/${name}.md`;
  const unread: PersonaRow = {
    name,
    file,
    role: null,
    agent: null,
    model: null,
    description: null,
    owner: null,
    subscribe: [],
    allowSubscribe: [],
    allowPublish: [],
    capabilities: [],
    isDefault: name === 'default',
    problem: null,
  };
  const parsed = parseAgentFile(text, `${name}.md`);
  if (!parsed.ok) return { ...unread, problem: parsed.error.sentence };
  const { role, agent, model, description, owner, ...scope } = parsed.value;
  return {
    ...unread,
    role: role ?? null,
    agent: agent ?? null,
    model: model ?? null,
    description: description ?? null,
    owner: owner ?? null,
    subscribe: [...scope.subscribe],
    allowSubscribe: [...scope.allowSubscribe],
    allowPublish: [...scope.allowPublish],
    capabilities: [...scope.capabilities],
  };
}

type File = readonly [name: string, head: readonly string[], body: string];

const FILES: readonly File[] = [
  [
    'backend',
    [
      'name: backend',
      'role: backend',
      'agent: claude',
      'model: sonnet',
      'description: Writes and refactors the fares service',
      'subscribe: [general, review, team.api]',
      'allowPublish: [general, review, team.api]',
    ],
    'You work on the fares service. One branch for one thing; ask #review for a reader and say what you ran.',
  ],
  [
    'data',
    [
      'name: data',
      'role: data',
      'agent: codex',
      'model: gpt-5-codex',
      'description: Keeps the tariff tables right',
      'subscribe: [general, review, team.api]',
      'allowPublish: [general, team.api]',
    ],
    'You keep the tariff tables. Never change a published tariff; add the next one.',
  ],
  [
    'default',
    [
      'name: default',
      'description: Asks before it uses a tool',
      'subscribe: [general]',
      'allowPublish: [general]',
    ],
    'You are one of several agents in this folder. Ask before you use a tool that changes something.',
  ],
  [
    'demo',
    [
      'name: demo',
      'role: guide',
      'agent: demo',
      'description: Reads and answers; needs nothing installed',
      'subscribe: [general]',
      'allowPublish: [general]',
    ],
    'A scripted agent that shows how agents talk here.',
  ],
  [
    'docs',
    [
      'name: docs',
      'role: docs',
      'agent: claude',
      'model: haiku',
      'description: Changelog and guides',
      'subscribe: [general, review]',
      'allowPublish: [general, review]',
    ],
    'You write for people who did not follow the work. Short sentences.',
  ],
  [
    'frontend',
    [
      'name: frontend',
      'role: frontend',
      'agent: codex',
      'model: gpt-5-codex',
      'description: The booking pages',
      'subscribe: [general, review, team.web]',
      'allowPublish: [general, review, team.web]',
    ],
    'You build the booking pages. Keyboard first; look at every change in a narrow window.',
  ],
  [
    'lead',
    [
      'name: lead',
      'role: lead',
      'agent: claude',
      'model: opus',
      'description: Splits work, follows it, asks marta',
      'subscribe: [general, review, incidents]',
      'allowSubscribe: [general, review, team.>, incidents]',
      'allowPublish: [general, review, team.>, incidents]',
      'capabilities: [spawn]',
    ],
    'You split work into reviews of a size that one reader can hold, and follow each to its end.',
  ],
  [
    'ops',
    [
      'name: ops',
      'role: ops',
      'agent: claude',
      'model: sonnet',
      'description: Staging and builds',
      'subscribe: [general, build, incidents]',
      'allowSubscribe: [general, build, team.api, incidents]',
      'allowPublish: [general, incidents]',
    ],
    'You look after staging. Plan before you apply; nothing is applied without a person.',
  ],
  [
    'reviewer',
    [
      'name: reviewer',
      'role: reviewer',
      'agent: claude',
      'model: sonnet',
      'description: Reads changes and says what is wrong with them',
      'tags: [review, fares]',
      'subscribe: [general, review, build]',
      'allowPublish: [general, review]',
      'quiet: [build]',
    ],
    [
      'You read changes of others. Run what they ran, and say so.',
      '',
      '- one branch, one reviewer',
      '- name the line and the case that breaks it',
      '- when it is right, say approved and stop',
    ].join('\n'),
  ],
  [
    'security',
    [
      'name: security',
      'role: security',
      'agent: hermes',
      'model: 4-large',
      'description: Audits dependencies',
      'subscribe: [general, review]',
      'allowPublish: [general]',
    ],
    'You audit what this project depends on. Notes, not alarms.',
  ],
  [
    'shell',
    ['name: shell', 'agent: shell', 'description: A shell with cotal on its PATH', 'subscribe: [general]'],
    'An interactive shell.',
  ],
  [
    'tariff-bot',
    [
      'name: tariff-bot',
      'role: data',
      'owner: iris',
      'subscribe: [general, review',
      'allowPublish: [general]',
    ],
    'Written by iris, and not looked at yet.',
  ],
  [
    'tester',
    [
      'name: tester',
      'role: tests',
      'agent: opencode',
      'model: qwen3-coder',
      'owner: iris',
      'description: Covers what others wrote',
      'subscribe: [general, review, team.api]',
      'allowPublish: [general]',
    ],
    'You write tests for changes of others, on their branch, and tell them what you found.',
  ],
];
