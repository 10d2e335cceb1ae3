import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import type { Database } from './openDatabase.js'
import { createProjectStore, developmentProjectId, type ProjectStore } from './projects.js'

let database: Database
let store: ProjectStore

beforeAll(async () => {
  database = await openTemporaryDatabase()
  store = createProjectStore(database.sql)
})
afterAll(() => database?.stop())
beforeEach(async () => {
  await database.sql`delete from projects`
})

const settings = {
  name: 'Shop',
  allowedOrigins: ['https://shop.example', 'https://*.shop.example'],
}

describe('projects', () => {
  it('are stored completely, with random ids', async () => {
    const made = await Promise.all([store.create(settings), store.create(settings)])
    for (const project of made) {
      expect(project).toMatchObject({
        ...settings,
        isDevelopment: false,
        isAnalyticsEnabled: false,
      })
      expect(project.id).toMatch(/^[0-9a-f]{32}$/)
      expect(await store.get(project.id)).toEqual(project)
    }
    expect(new Set(made.map(({ id }) => id)).size).toBe(2)
    expect((await store.list()).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
  })

  it('leave every feature to the site by default', async () => {
    const { id, features } = await store.create(settings)
    expect(features.map((feature) => feature.id)).toEqual([
      'social_login',
      'swap',
      'onramp',
      'activity',
      'reown_branding',
      'multi_wallet',
    ])
    expect(features.every(({ config }) => config === null)).toBe(true)
    const decided = [{ id: 'swap', isEnabled: false, config: [] }]
    await store.change(id, { features: decided, limits: { perSecond: 7 } })
    expect(await store.get(id)).toMatchObject({
      ...settings,
      features: decided,
      limits: { perSecond: 7 },
    })
  })

  it.each([
    [{ name: '  ' }, 'A project needs a name.'],
    [{ allowedOrigins: ['*'] }, '"*" is not an origin'],
    [{ allowedOrigins: ['https://*.co.uk'] }, '"https://*.co.uk" is not an origin'],
    [{ limits: { perSecond: 0 } }, 'limits.perSecond'],
  ])('reject %j without a change', async (changes, text) => {
    const before = await store.create(settings)
    await expect(store.change(before.id, changes)).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining(text),
    })
    expect(await store.get(before.id)).toEqual(before)
  })

  it('are named in the error when unknown', async () => {
    for (const call of [store.get('x'), store.change('x', {}), store.remove('x')]) {
      await expect(call).rejects.toMatchObject({ code: 'unknown-project', message: /"x"/ })
    }
  })

  it('treat every name as text', async () => {
    const name = `'); drop table projects; -- \u202e "`
    const { id } = await store.create({ name, allowedOrigins: [] })
    expect((await store.get(id)).name).toBe(name)
  })

  it('do not lose concurrent changes', async () => {
    const { id } = await store.create(settings)
    await Promise.all([
      store.change(id, { name: 'Other' }),
      store.change(id, { isAnalyticsEnabled: true }),
      store.change(id, { limits: { burst: 3 } }),
    ])
    expect(await store.get(id)).toMatchObject({
      name: 'Other',
      isAnalyticsEnabled: true,
      limits: { burst: 3 },
    })
  })

  it('get a development project once, if there is none', async () => {
    await Promise.all([store.createDevelopmentProject(), store.createDevelopmentProject()])
    const projects = await store.list()
    expect(projects).toMatchObject([
      { id: developmentProjectId, isDevelopment: true, allowedOrigins: [] },
    ])
    const { id } = await store.create(settings)
    await store.remove(developmentProjectId)
    await store.createDevelopmentProject()
    expect((await store.list()).map((project) => project.id)).toEqual([id])
  })
})
