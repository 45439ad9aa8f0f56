/** What the terminals of the recorded scene show. */

const ESC = '\u001B';
const paint = (code: string, text: string): string => `${ESC}[${code}m${text}${ESC}[0m`;
const dim = (text: string): string => paint('90', text);
const bold = (text: string): string => paint('1', text);
const red = (text: string): string => paint('31', text);
const green = (text: string): string => paint('32', text);
const amber = (text: string): string => paint('33', text);
const blue = (text: string): string => paint('34', text);
const teal = (text: string): string => paint('36', text);
const link = (text: string): string => paint('4;34', text);
/** A shell says with OSC 133 where a prompt begins: the terminal marks it. */
const prompt = (text = ''): string => `${ESC}]133;A${ESC}\\${blue('❯')} ${ESC}]133;B${ESC}\\${text}`;
const rule = (): string => dim('─'.repeat(48));

const otto = [
  `${dim('~/code/ferrydesk/.trees/fares-2')}  ${paint('35', 'fares/rounding')}`,
  prompt(bold('npm test -- fares')),
  '',
  ` ${green('✓')} fares/discount.test.ts ${dim('(58)')}       ${dim('1.2 s')}`,
  ` ${green('✓')} fares/currency.test.ts ${dim('(33)')}       ${dim('0.8 s')}`,
  ` ${green('✓')} fares/season.test.ts ${dim('(80)')}         ${dim('2.1 s')}`,
  ` ${red('✗')} fares/rounding.test.ts ${dim('(41, 2 failed)')}`,
  `   ${red('child + return, 3 seats')}`,
  `     expected ${green('86.40')}  got ${red('86.41')}`,
  `     at ${link('fares/rounding.ts:88:14')}`,
  `   ${red('group of 11, off season')}`,
  `     expected ${green('412.50')} got ${red('412.51')}`,
  `     at ${link('fares/rounding.ts:88:14')}`,
  ` ${amber('›')} fares/refund.test.ts ${dim('running…')}`,
  '',
  `${teal('●')} Both failures come from line 88: the child`,
  '  discount is rounded before the sum. pax saw the',
  '  same in #review. Moving it behind the total.',
  '',
  `  ${bold('fares/rounding.ts')}`,
  `  ${red('88 -  return sum(nets.map(half))')}`,
  `  ${green('88 +  return half(sum(nets))')}`,
  '',
  `${dim('·')} ${dim('Edited 1 file · running the suite again')}`,
  rule(),
  prompt(),
];

const dex = [
  `${teal('●')} The load test from this morning left three`,
  '  instances behind. Listing what is still up:',
  `  staging-load-1   ${dim('stopped')}`,
  `  staging-load-2   ${dim('stopped')}`,
  `  staging-load-3   ${amber('running')}, idle since 11:40`,
  '  Noted in #incidents. I leave it for you.',
  '',
  rule(),
  `${dim('~/code/ferrydesk/infra')}  ${paint('35', 'main')}`,
  prompt('git log --oneline -3'),
  `${amber('4b1f2aa')} staging: health check on /ready`,
  `${amber('c07d913')} staging: smaller database`,
  `${amber('1e9a0f4')} drop the old load balancer`,
  '',
  prompt('cotal join ferrydesk --as dex'),
  `${green('✓')} connected as dex, role ops`,
  '',
  `${teal('●')} Reading ${link('infra/staging/main.tf:12')}`,
  '  The staging module pins provider 5.90. The',
  '  plan in #team.api needs 5.92 for the new',
  '  health check.',
  '',
  `${teal('●')} I need a plan before I change it. This`,
  '  reads the remote state and locks it for',
  '  about a minute; it changes nothing.',
  '',
  `  ${bold('terraform plan -out staging.plan')}`,
  `  ${dim('in infra/staging')}`,
  '',
  `  ${amber('Do you want to run this?')}`,
  `${blue('❯ 1. Yes, once')}`,
  '  2. Yes, and not again for terraform plan',
  '  3. No, and say what to do instead',
];

const iris = [
  `${dim('14:31')} ${teal('●')} Refund path: otto writes, pax reviews, wren`,
  '        covers tests. Posted in #team.api.',
  `${dim('14:31')} ${bold('cotal')} send --to otto ${green('sent, durable')}`,
  `${dim('14:32')} ${bold('cotal')} roster ${dim('9 agents')}`,
  `${dim('14:32')} ${amber('!')} wren has not answered since 14:18. I will`,
  '        give the refund tests to otto if it stays',
  '        silent until 14:40.',
  prompt(),
];

const pax = [
  `${teal('●')} Reading ${link('fares/refund.ts')}`,
  '  Refunds go through the same helper; a partial',
  '  refund of a group is the case to look at.',
  '',
  `  ${dim('62  const share = half(total / seats)')}`,
  `  ${dim('63  return share * refunded')}`,
  '',
  `${dim('·')} ${dim('Reading 3 files')}`,
  rule(),
  prompt(),
];

const wren = [
  `${dim('~/code/ferrydesk/.trees/refund')}  ${paint('35', 'refund-tests')}`,
  prompt(bold('npm test -- refund')),
  '',
  ` ${green('✓')} fares/refund.partial.test.ts ${dim('(12)')}   ${dim('0.6 s')}`,
  ` ${amber('›')} fares/refund.group.test.ts ${dim('running…')}`,
];

const juno = [
  `${teal('●')} The new seat picker is ready on ${paint('35', 'seats/picker')}.`,
  '  Two ways on:',
  '',
  '  1. Keep the old one behind a flag for a week',
  '  2. Remove it now',
  '',
  `  ${dim('Asked marta; waiting for the answer.')}`,
  rule(),
  prompt(),
];

const milo = [`${teal('●')} Changelog for 2.8 is written: 14 entries, 2 marked TBD.`, rule(), prompt()];

const sable = [
  `${teal('●')} Dependency audit, 2 notes, none blocking:`,
  '  - archive 3.1 reads links outside its folder',
  '  - tide-parser has had no release for two years',
  rule(),
  prompt(),
];

const reed = [
  'Do you trust the files in',
  '/home/marta/code/ferrydesk?',
  '',
  `${blue('❯ 1. Yes, proceed')}`,
  '  2. No, exit',
];

const fern = [
  'Loading tariff tables for 2024 to 2026',
  red('error: 429 insufficient_quota'),
  'You exceeded your current quota; check your plan and billing details.',
];

/** The screen of each agent, as text with its escape sequences. */
export const screens: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ iris, otto, pax, wren, juno, dex, milo, sable, reed, fern }).map(([name, lines]) => [
    name,
    lines.join('\r\n'),
  ]),
);
