import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manualClock.js'
import { createProjects } from './createProjects.js'
import type { Project } from './Project.js'

const shop: Project = {
  id: 'shop',
  name: 'Shop',
  allowedOrigins: ['https://shop.example'],
  isDevelopment: false,
  features: [],
  isAnalyticsEnabled: false,
  limits: {},
}
const local: Project = { ...shop, id: 'local', allowedOrigins: [], isDevelopment: true }

function build({ servesDevelopment = true } = {}) {
  const clock = createManualClock()
  const database = {
    rows: [shop, local] as readonly Project[],
    answer: 'yes' as 'yes' | 'no' | 'never',
    reads: 0,
  }
  const projects = createProjects({
    clock,
    log() {},
    servesDevelopment,
    async list() {
      database.reads += 1
      if (database.answer === 'no') throw new Error('down')
      if (database.answer === 'never') return new Promise(() => {})
      return database.rows
    },
  })
  return { clock, database, projects }
}

/** Lets background work finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('cached projects', () => {
  it('are read once for many requests, and again after their lifetime', async () => {
    const { clock, database, projects } = build()
    for (let count = 0; count < 100; count += 1) await projects.find('shop')
    expect(database.reads).toBe(1)
    database.rows = [{ ...shop, name: 'Renamed' }]
    clock.advance(5_000)
    expect((await projects.find('shop'))?.project.name).toBe('Renamed')
    expect(await projects.find('local')).toBeUndefined()
  })

  it('are read in the background while requests come in', async () => {
    const { clock, database, projects } = build()
    await projects.find('shop')
    database.rows = [{ ...shop, name: 'Renamed' }]
    clock.advance(2_500)
    expect((await projects.find('shop'))?.project.name).toBe('Shop')
    await settle()
    expect((await projects.find('shop'))?.project.name).toBe('Renamed')
  })

  it('include new ones at once, without a read for every unknown id', async () => {
    const { clock, database, projects } = build()
    expect(await projects.find('new')).toBeUndefined()
    clock.advance(1_000)
    database.rows = [...database.rows, { ...shop, id: 'new' }]
    expect(await projects.find('new')).toMatchObject({ project: { id: 'new' }, isStale: false })
    const before = database.reads
    for (let count = 0; count < 50; count += 1) await projects.find(`guess-${count}`)
    expect(database.reads).toBe(before)
  })

  it('are served stale for a day without the database', async () => {
    const { clock, database, projects } = build()
    await projects.find('shop')
    database.answer = 'no'
    clock.advance(5_000)
    await projects.find('shop')
    await settle()
    expect(await projects.find('shop')).toMatchObject({ isStale: true })
    clock.advance(86_400_000 - 10_000)
    expect(await projects.find('shop')).toMatchObject({ isStale: true })
    await settle()
    clock.advance(10_000)
    await expect(projects.find('shop')).rejects.toMatchObject({ status: 503 })
    await settle()
    database.answer = 'yes'
    clock.advance(5_000)
    await projects.find('shop').catch(() => undefined)
    await settle()
    expect(await projects.find('shop')).toMatchObject({ isStale: false })
  })

  it('are read again by the first request after a day', async () => {
    const { clock, projects } = build()
    await projects.find('shop')
    clock.advance(86_400_000 + 1)
    expect(await projects.find('shop')).toMatchObject({ isStale: false })
  })

  it('wait for a database that hangs only once, for two seconds', async () => {
    const { clock, database, projects } = build()
    await projects.find('shop')
    database.answer = 'never'
    clock.advance(5_000)
    const first = projects.find('shop')
    await settle()
    clock.advance(2_000)
    expect(await first).toMatchObject({ isStale: true })
    clock.advance(5_000)
    expect(await projects.find('shop')).toMatchObject({ isStale: true })
  })

  it('are unavailable when the database never responded', async () => {
    const { database, projects } = build()
    database.answer = 'no'
    await expect(projects.find('shop')).rejects.toMatchObject({ status: 503 })
    await expect(projects.findByOrigin('https://shop.example')).rejects.toMatchObject({
      status: 503,
    })
  })

  it('have their allowed origins', async () => {
    const { projects } = build()
    const found = await projects.find('shop')
    expect(found?.allows('https://shop.example')).toBe(true)
    expect(found?.allows('http://localhost:5173')).toBe(false)
    expect((await projects.findByOrigin('http://localhost:5173'))?.project.id).toBe('local')
    expect(await projects.findByOrigin('https://evil.example')).toBeUndefined()
  })

  it('exclude development ones on an exposed provider', async () => {
    const { projects } = build({ servesDevelopment: false })
    expect(await projects.find('local')).toBeUndefined()
    expect(await projects.findByOrigin('http://localhost:5173')).toBeUndefined()
  })

  it('allow no site when their list is damaged', async () => {
    const { database, projects } = build()
    database.rows = [{ ...local, allowedOrigins: ['*'] }]
    const found = await projects.find('local')
    expect(found?.allows('http://localhost:5173')).toBe(false)
  })
})
