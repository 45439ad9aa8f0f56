import { describe, expect, test } from 'vitest';
import type { ChannelPattern, InstanceId, RoleName, SpaceName } from '../base/ids.ts';
import {
  adminGrants,
  agentGrants,
  observerGrants,
  provisionerGrants,
  purgerGrants,
  supervisorGrants,
  type Grants,
} from './profiles.ts';
import { kvStream, spaceNames, subjectMatches } from './subjects.ts';

const n = spaceNames('main' as SpaceName);
const alice = `U${'A'.repeat(55)}` as InstanceId;
const bob = `U${'B'.repeat(55)}` as InstanceId;
const scope = {
  id: alice,
  role: 'reviewer' as RoleName,
  allowSubscribe: ['general', 'team.>'] as ChannelPattern[],
  allowPublish: ['general'] as ChannelPattern[],
  capabilities: [],
};
const agent = agentGrants(n, scope);

const allows = (patterns: readonly string[], subject: string): boolean =>
  patterns.some((pattern) => subjectMatches(pattern, subject));
/** As the broker decides: a deny beats an allow, and what is not allowed is denied. */
const publishes = (g: Grants, subject: string): boolean =>
  allows(g.pubAllow, subject) && !allows(g.pubDeny, subject);
const hears = (g: Grants, subject: string): boolean => allows(g.subAllow, subject);

describe('an agent', () => {
  test('speaks as itself, where its post ACL says', () => {
    expect(publishes(agent, `cotal.main.chat.${alice}.general`)).toBe(true);
    expect(publishes(agent, `cotal.main.inst.${bob}.${alice}`)).toBe(true);
    expect(publishes(agent, `cotal.main.svc.reviewer.${alice}`)).toBe(true);
    for (const subject of [
      `cotal.main.chat.${bob}.general`,
      `cotal.main.chat.${alice}.team.x`,
      `cotal.main.chat.${alice}.general.x`,
      `cotal.main.inst.${alice}.${bob}`,
      `cotal.main.svc.reviewer.${bob}`,
      `cotal.other.chat.${alice}.general`,
      `cotal.main.fanq.${alice}.general`,
      `cotal.main.dlv.${alice}`,
      `cotal.main.dinbox.${alice}.x`,
      `_INBOX_${bob}.x`,
    ]) {
      expect(publishes(agent, subject), subject).toBe(false);
    }
  });

  test('hears its own inbox and the channels it may read', () => {
    for (const subject of [
      `_INBOX_${alice}.x.1`,
      `cotal.main.chat.*.general`,
      `cotal.main.chat.*.team.x`,
      `cotal.main.chat.*.team.>`,
    ]) {
      expect(hears(agent, subject), subject).toBe(true);
    }
    for (const subject of [
      `_INBOX_${bob}.x`,
      '_INBOX.>',
      '>',
      'cotal.main.>',
      'cotal.main.chat.>',
      'cotal.main.chat.*.team',
      'cotal.main.chat.*.secret',
      `cotal.main.inst.${alice}.*`,
      'cotal.main.inst.>',
      'cotal.main.svc.reviewer.*',
      `cotal.main.ctl.manager.${alice}`,
      `cotal.main.ctl.self.${bob}.reply.x`,
      'cotal.main.fanq.>',
      `cotal.main.dlv.${alice}`,
      '$JS.>',
      '$SYS.>',
      '$KV.>',
    ]) {
      expect(hears(agent, subject), subject).toBe(false);
    }
  });

  test('binds what was created for it, and creates nothing on streams of others', () => {
    const bound = [`DM_main.dm_${alice}`, `DLV_main.dlv_${alice}`, 'TASK_main.svc_reviewer'];
    for (const durable of bound) {
      expect(publishes(agent, `$JS.API.CONSUMER.MSG.NEXT.${durable}`), durable).toBe(true);
      expect(publishes(agent, `$JS.ACK.${durable}.1.2.3.4.5`), durable).toBe(true);
      expect(publishes(agent, `$JS.API.CONSUMER.DELETE.${durable}`), durable).toBe(false);
    }
    for (const durable of [
      `DM_main.dm_${bob}`,
      `DLV_main.dlv_${bob}`,
      'TASK_main.svc_other',
      'INBOX_main.x',
    ]) {
      expect(publishes(agent, `$JS.API.CONSUMER.MSG.NEXT.${durable}`), durable).toBe(false);
      expect(publishes(agent, `$JS.ACK.${durable}.1.2`), durable).toBe(false);
    }
    for (const stream of ['DM_main', 'TASK_main', 'DLV_main', 'INBOX_main', 'CHAT_main', 'FANOUT_main']) {
      expect(publishes(agent, `$JS.API.CONSUMER.CREATE.${stream}`), stream).toBe(false);
      expect(publishes(agent, `$JS.API.CONSUMER.CREATE.${stream}.mine.cotal.main.>`), stream).toBe(false);
      expect(publishes(agent, `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`), stream).toBe(false);
      for (const verb of [
        'CREATE',
        'UPDATE',
        'DELETE',
        'PURGE',
        'MSG.GET',
        'MSG.DELETE',
        'SNAPSHOT',
        'RESTORE',
      ]) {
        expect(publishes(agent, `$JS.API.STREAM.${verb}.${stream}`), `${verb} ${stream}`).toBe(false);
      }
      expect(publishes(agent, `$JS.API.DIRECT.GET.${stream}`), stream).toBe(false);
      expect(publishes(agent, `$JS.API.DIRECT.GET.${stream}.cotal.main.chat.${bob}.secret`), stream).toBe(
        false,
      );
    }
    // Who writes to whom is nobody's business.
    expect(publishes(agent, '$JS.API.STREAM.INFO.DM_main')).toBe(false);
  });

  test('reads history by one filter per readable channel', () => {
    const create = (filter: string): string =>
      `$JS.API.CONSUMER.CREATE.CHAT_main.chathist_${alice}.${filter}`;
    expect(publishes(agent, create('cotal.main.chat.*.general'))).toBe(true);
    expect(publishes(agent, create('cotal.main.chat.*.team.>'))).toBe(true);
    for (const filter of [
      'cotal.main.chat.>',
      'cotal.main.chat.*.secret',
      'cotal.main.chat.*.*',
      '>',
      'cotal.main.inst.>',
    ]) {
      expect(publishes(agent, create(filter)), filter).toBe(false);
    }
    expect(
      publishes(agent, `$JS.API.CONSUMER.CREATE.CHAT_main.chathist_${bob}.cotal.main.chat.*.general`),
    ).toBe(false);
  });

  test('writes its own presence key only, and no registry', () => {
    expect(publishes(agent, `$KV.cotal_presence_main.${alice}`)).toBe(true);
    for (const bucket of Object.values(n.buckets) as string[]) {
      for (const key of [bob, '=defaults', 'general', 'lease', `${alice}.x`]) {
        expect(publishes(agent, `$KV.${bucket}.${key}`), `${bucket} ${key}`).toBe(false);
      }
      if (bucket !== n.buckets.presence)
        expect(publishes(agent, `$KV.${bucket}.${alice}`), bucket).toBe(false);
      expect(publishes(agent, `$JS.API.STREAM.PURGE.${kvStream(bucket)}`), bucket).toBe(false);
    }
  });

  test('may ask the manager only with the capability, and never as another or as the operator', () => {
    const spawner = agentGrants(n, { ...scope, capabilities: ['spawn', 'admin'] });
    expect(publishes(agent, `cotal.main.ctl.self.${alice}`)).toBe(true);
    expect(publishes(agent, `cotal.main.ctl.manager.${alice}`)).toBe(false);
    expect(publishes(spawner, `cotal.main.ctl.manager.${alice}`)).toBe(true);
    expect(hears(spawner, `cotal.main.ctl.manager.${alice}.reply.x`)).toBe(true);
    for (const subject of [`ctl.admin.${alice}`, `ctl.manager.${bob}`, `ctl.manager.${alice}.reply.x`]) {
      expect(publishes(spawner, `cotal.main.${subject}`), subject).toBe(false);
    }
  });

  test('without a role, a read ACL or a post ACL holds no grant for them', () => {
    const bare = agentGrants(n, { id: alice, allowSubscribe: [], allowPublish: [], capabilities: [] });
    const all = [...bare.pubAllow, ...bare.subAllow].join('\n');
    expect(all).not.toContain('.chat.');
    expect(all).not.toContain('TASK_main');
    expect(all).not.toContain('undefined');
    expect(all).not.toContain('CONSUMER.CREATE.CHAT_main');
  });
});

describe('an observer and an admin', () => {
  const observer = observerGrants(n, alice);
  const admin = adminGrants(n, alice);

  test('see without a voice', () => {
    for (const g of [observer, admin]) {
      expect(g.pubAllow.filter((s) => !s.startsWith('$JS.'))).toEqual([]);
      expect(publishes(g, `cotal.main.chat.${alice}.general`)).toBe(false);
      for (const verb of ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.DELETE']) {
        expect(publishes(g, `$JS.API.STREAM.${verb}.CHAT_main`), verb).toBe(false);
      }
    }
  });

  test('differ in direct messages', () => {
    expect(hears(observer, 'cotal.main.chat.>')).toBe(true);
    for (const subject of ['cotal.main.>', 'cotal.main.inst.>', 'cotal.main.svc.>', 'cotal.main.ctl.>']) {
      expect([hears(observer, subject), hears(admin, subject)], subject).toEqual([false, true]);
    }
    const read = '$JS.API.CONSUMER.CREATE.DM_main';
    expect([publishes(observer, read), publishes(admin, read)]).toEqual([false, true]);
    expect(observer.pubAllow.filter((s) => /DM_|TASK_|INBOX_main|DLV_/.test(s))).toEqual([]);
    expect(hears(admin, 'cotal.other.>')).toBe(false);
  });
});

describe('the host’s own credentials', () => {
  test('the supervisor hears and answers control, and reads no message', () => {
    const g = supervisorGrants(n, alice);
    expect(hears(g, 'cotal.main.ctl.manager.*')).toBe(true);
    expect(publishes(g, `cotal.main.ctl.admin.${bob}.reply.x`)).toBe(true);
    expect(g.responsesMs).toBe(60_000);
    for (const subject of ['cotal.main.chat.>', 'cotal.main.inst.>', 'cotal.main.>', '_INBOX_*.>']) {
      expect(hears(g, subject), subject).toBe(false);
    }
    expect(publishes(g, `cotal.main.ctl.manager.${bob}`)).toBe(false);
  });

  test('the provisioner creates and never reads, deletes or purges a stream', () => {
    const g = provisionerGrants(n, alice);
    for (const stream of [
      ...Object.values(n.streams),
      ...Object.values(n.buckets).map(kvStream),
    ] as string[]) {
      expect(publishes(g, `$JS.API.STREAM.CREATE.${stream}`), stream).toBe(true);
      for (const verb of [
        'STREAM.DELETE',
        'STREAM.PURGE',
        'STREAM.SNAPSHOT',
        'DIRECT.GET',
        'CONSUMER.CREATE',
      ]) {
        expect(publishes(g, `$JS.API.${verb}.${stream}`), `${verb} ${stream}`).toBe(false);
      }
      expect(publishes(g, `$JS.API.CONSUMER.MSG.NEXT.${stream}.x`), stream).toBe(false);
    }
    expect(g.subAllow).toEqual([`_INBOX_${alice}.>`]);
  });

  test('the purger purges chat and direct messages and does nothing else', () => {
    const g = purgerGrants(n, alice);
    expect(g.pubAllow.filter((s) => s.includes('PURGE'))).toEqual([
      '$JS.API.STREAM.PURGE.CHAT_main',
      '$JS.API.STREAM.PURGE.DM_main',
    ]);
    expect(g.pubAllow).toHaveLength(4);
    expect(g.subAllow).toEqual([`_INBOX_${alice}.>`]);
  });
});
