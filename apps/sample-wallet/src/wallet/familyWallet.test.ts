import { expect, test } from 'vitest'
import { echoChain, echoFamily } from '../families/echoFamily.fixture.js'
import type { Logged } from './createWallet.js'
import { createDecisions, type Pending } from './decisions.js'
import { createFamilyWallet } from './familyWallet.js'
import { createMemory } from './memory.js'
import type { Lies } from './plan.js'
import { createScripts } from './script.js'
import { readSettings } from './settings.js'

function open({ script = 'approve', items = new Map<string, string>() } = {}) {
  const [settings] = readSettings(
    [{ accounts: [0, 1], chains: { [echoChain]: 'http://echo' }, script }],
    { uuid: () => 'uuid', localUrl: undefined },
  )
  if (!settings) throw new Error('no settings')
  const prompted: Pending[] = []
  const log: Logged[] = []
  const lies: Lies = {}
  const scripts = createScripts(settings.script)
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  const decisions = createDecisions(async (question) => {
    prompted.push(question)
    return 'approve'
  })
  const pageWallet = createFamilyWallet(echoFamily, {
    settings,
    scripts,
    decisions,
    lies,
    memory: (parse) => createMemory(storage, 'echo', parse),
    log: (entry) => log.push(entry),
    report: () => undefined,
  })
  const events: [string, unknown][] = []
  for (const name of ['accounts', 'network', 'disconnect'] as const)
    pageWallet.on(name, (data) => events.push([name, data]))
  const sign = (signer: string) => pageWallet.request('echo_sign', { signer }, echoChain)
  return { pageWallet, scripts, decisions, lies, prompted, log, events, sign, items }
}

test('connects, signs, and remembers the page until disconnected', async () => {
  const { pageWallet, sign, log, events, items } = open()
  expect(pageWallet.accounts()).toEqual([])
  await expect(sign('echo0')).rejects.toMatchObject({ code: 4100 })
  await pageWallet.connect(echoChain)
  expect(pageWallet.accounts()).toEqual([0, 1])
  expect(await sign('echo1')).toBe('signed by 1 at http://echo')
  expect(log.map(({ family, method }) => `${family} ${method}`)).toEqual([
    'cosmos echo_sign',
    'cosmos cosmos_connect',
    'cosmos echo_sign',
  ])

  const again = open({ items, script: 'refuse' })
  expect(again.pageWallet.accounts()).toEqual([0, 1])
  await again.pageWallet.connect(echoChain)
  again.pageWallet.throwOut()
  expect(again.events).toEqual([['disconnect', undefined]])
  await expect(again.pageWallet.connect(echoChain)).rejects.toMatchObject({ code: 4001 })
  expect(events).toEqual([])
})

test('prompts with the request, and not for known information', async () => {
  const { pageWallet, prompted, sign } = open({ script: 'ask' })
  await pageWallet.connect(echoChain)
  await sign('echo0')
  await pageWallet.request('echo_accounts', { signer: 'echo0' }, echoChain)
  expect(prompted.map(({ method, description }) => [method, description?.title])).toEqual([
    ['cosmos_connect', 'Connect'],
    ['echo_sign', 'Echo'],
  ])
})

test('notifies the page of the person’s actions', async () => {
  const { pageWallet, events } = open()
  pageWallet.selectAccounts([1])
  await pageWallet.connect(echoChain)
  pageWallet.selectAccounts([2, 1])
  pageWallet.selectChain(echoChain)
  pageWallet.setLocked(true)
  pageWallet.setLocked(false)
  expect(events).toEqual([
    ['accounts', [2, 1]],
    ['network', echoChain],
    ['accounts', []],
    ['accounts', [2, 1]],
  ])
})

test('misbehaves as configured', async () => {
  const { pageWallet, scripts, decisions, lies, sign } = open()
  await pageWallet.connect(echoChain)
  lies.signer = 7
  expect(await sign('echo0')).toContain('signed by 7')
  scripts.set({ kind: 'garbage', answer: 42 }, 'echo_sign')
  expect(await sign('echo0')).toBe(42)
  scripts.set('crash', 'echo_sign')
  expect(() => sign('echo0')).toThrow(TypeError)
  scripts.set('delay', 'echo_sign')
  const waiting = sign('echo0')
  expect(decisions.pending()).toMatchObject([{ method: 'echo_sign' }])
  // Disconnecting during a prompt cancels the signature.
  delete lies.signer
  pageWallet.disconnect()
  decisions.settle('approve')
  await expect(waiting).rejects.toMatchObject({ code: 4100 })
})

test.each([
  ['another chain', ['echo_sign', { signer: 'echo0' }, 'cosmos:other'], 4902],
  ['another method', ['echo_shout', { signer: 'echo0' }, echoChain], 4200],
  ['parameters that say nothing', ['echo_sign', [], echoChain], -32602],
  ["someone else's account", ['echo_sign', { signer: 'echo9' }, echoChain], 4100],
] as const)('%s is refused without asking', async (_, [method, params, chain], code) => {
  const { pageWallet, prompted } = open({ script: 'ask' })
  await pageWallet.connect(echoChain)
  await expect(pageWallet.request(method, params, chain)).rejects.toMatchObject({ code })
  expect(prompted).toHaveLength(1)
})
