import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../store/openDatabase.js'
import { createProjectStore, type ProjectStore } from '../store/projects.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { runProjectCommand } from './projectCommand.js'

let database: Database
let store: ProjectStore

beforeAll(async () => {
  database = await openTemporaryDatabase()
  store = createProjectStore(database.sql)
})
afterAll(() => database?.stop())

const run = (...args: string[]) => runProjectCommand(args, store)

describe('project commands', () => {
  it('create, change and remove a project', async () => {
    const id = await run('create', 'Shop', '--origins', 'https://shop.example')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await run('list')).toContain(`${id}  Shop  https://shop.example`)

    await run('set-origins', id, 'https://a.example, https://*.b.example')
    await run('set-feature', id, 'social_login', 'on', '--options', 'email,google')
    await run('set-feature', id, 'swap', 'off')
    await run('set-feature', id, 'onramp', 'off')
    await run('set-feature', id, 'onramp', 'site')
    await run('set-analytics', id, 'on')
    const shown = await run('set-limits', id, '--per-second', '5', '--burst', '9')
    expect(await run('show', id)).toBe(shown)
    const project = JSON.parse(shown)
    expect(project).toMatchObject({
      id,
      name: 'Shop',
      allowedOrigins: ['https://a.example', 'https://*.b.example'],
      isAnalyticsEnabled: true,
      limits: { perSecond: 5, burst: 9 },
    })
    expect(project.features).toHaveLength(6)
    expect(project.features).toEqual(
      expect.arrayContaining([
        { id: 'social_login', isEnabled: true, config: ['email', 'google'] },
        { id: 'swap', isEnabled: false, config: [] },
        { id: 'onramp', isEnabled: true, config: null },
        { id: 'activity', isEnabled: true, config: null },
      ]),
    )
    expect(JSON.parse(await run('set-limits', id)).limits).toEqual({})

    await run('remove', id)
    await expect(run('show', id)).rejects.toMatchObject({ code: 'unknown-project' })
  })

  it('creates a project with the id it is given, once', async () => {
    expect(await run('create', '--id', 'my-site', '--origins', 'https://my.example')).toBe(
      'my-site',
    )
    expect(JSON.parse(await run('show', 'my-site'))).toMatchObject({
      name: 'my-site',
      allowedOrigins: ['https://my.example'],
    })
    const again = run('create', 'Other', '--id', 'my-site', '--origins', 'https://other.example')
    await expect(again).rejects.toThrow('There is already a project "my-site"')
    expect(JSON.parse(await run('show', 'my-site')).allowedOrigins).toEqual(['https://my.example'])
  })

  it('turn email codes on, require them and turn them off, with a mail server', async () => {
    const id = await run('create', 'Shop')
    const mail = { url: 'smtp://mail.example', from: 'login@shop.example' }
    const set = async (
      state: string,
      config = { mail } as Parameters<typeof runProjectCommand>[3],
    ) => {
      const args = ['set-feature', id, 'email_capture', state]
      const { features } = JSON.parse(await runProjectCommand(args, store, undefined, config))
      return features.find((feature: { id: string }) => feature.id === 'email_capture')
    }
    expect(await set('on')).toEqual({ id: 'email_capture', isEnabled: true, config: [] })
    expect(await set('required')).toEqual({
      id: 'email_capture',
      isEnabled: true,
      config: ['required'],
    })
    for (const state of ['on', 'required']) {
      await expect(set(state, {})).rejects.toThrow('email_capture needs "mail" in the config file')
    }
    await expect(set('site')).rejects.toThrow('"site" is neither on, required nor off')
    expect(await set('off', {})).toEqual({ id: 'email_capture', isEnabled: false, config: [] })
    await expect(run('set-feature', id, 'swap', 'required')).rejects.toThrow(
      '"required" is neither',
    )
  })

  it.each([
    [['create', 'A', '--id', ''], 'is not an id'],
    [['create', 'A', '--id', 'a b'], 'is not an id'],
    [['create', 'A', '--id', '-a'], '--id'],
    [['create', 'A', '--id', 'a'.repeat(65)], 'is not an id'],
    [['create', 'A', '--id', 'my/site'], 'is not an id'],
    [[], 'latchkey-provider project <command>'],
    [['paint'], 'latchkey-provider project <command>'],
    [['create'], 'needs a name'],
    [['create', 'A', '--origins', '*'], '"*" is not an origin'],
    [['create', 'A', '--colour', 'red'], '--colour'],
    [['show'], 'needs the id'],
    [['set-origins', 'x'], 'needs a list of origins'],
    [['set-analytics', 'x', 'maybe'], '"maybe" is neither on nor off'],
    [['remove', 'x'], 'There is no project "x"'],
  ])('reports the error for %j', async (args, text) => {
    await expect(run(...args)).rejects.toThrow(text)
  })

  it('rejects unknown features and bad numbers', async () => {
    const id = await run('create', 'Shop')
    await expect(run('set-feature', id, 'teleport', 'on')).rejects.toThrow('"teleport" is not one')
    await expect(run('set-feature', id, 'swap', 'yes')).rejects.toThrow('"yes" is neither')
    await expect(run('set-limits', id, '--burst', 'many')).rejects.toThrow('limits.burst')
  })
})
