import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../store/openDatabase.js'
import { createManualClock } from '../testing/manualClock.js'
import { openTemporaryDatabase } from '../testing/temporaryDatabase.js'
import { type ApiOptions, developmentProjectId, startApi } from './startApi.js'

let database: Database
beforeAll(async () => {
  database = await openTemporaryDatabase()
})
afterAll(() => database?.stop())

/** An API with a stopped clock, so that no bucket refills. */
async function start(options: Partial<ApiOptions> = {}) {
  const api = await startApi({ port: 0, database, clock: createManualClock(), ...options })
  onTestFinished(api.stop)
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      request(`${api.url}${path}`, { headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
        .on('error', reject)
        .end()
    })
  return { get }
}

const config = `/appkit/v1/config?projectId=${developmentProjectId}`

describe('an API on a loopback socket', () => {
  it('serves the development project to this machine', async () => {
    const { get } = await start()
    expect(await get(config)).toBe(200)
  })

  it('does not serve the development project at a public address', async () => {
    const { get } = await start({ publicUrl: 'https://api.example.org' })
    expect(await get(config, { host: 'api.example.org' })).toBe(401)
    expect(await get(config)).toBe(401)
  })

  it.each([
    ['behind an unnamed proxy', {}, { 'x-forwarded-for': '203.0.113.7' }],
    [
      'behind a named proxy',
      { trustedProxies: ['127.0.0.1'] },
      { 'x-forwarded-for': '203.0.113.7' },
    ],
    ['behind a named proxy that forwards no addresses', { trustedProxies: ['127.0.0.1'] }, {}],
  ])('limits the reads of one client %s', async (_, options, headers) => {
    const { get } = await start({ ...options, rates: { read: { perSecond: 1, burst: 20 } } })
    const statuses: number[] = []
    for (let count = 0; count < 40; count += 1) statuses.push(await get(config, headers))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })
})
