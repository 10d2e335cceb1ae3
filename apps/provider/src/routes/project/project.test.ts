import { describe, expect, it } from 'vitest'
import { toRestrictedTimezones } from '../../sources/onramp/restrictedTimezones.js'
import { createTestApi, testProject } from '../../testing/apiFixture.js'
import { projectRoutes } from './index.js'

const other = {
  ...testProject,
  id: 'other',
  allowedOrigins: ['https://site.example', 'https://*.shops.example.org'],
  features: [
    { id: 'swap', isEnabled: false, config: ['1inch'] },
    { id: 'activity', isEnabled: true, config: null },
  ],
  isAnalyticsEnabled: true,
}
const api = createTestApi({ routes: projectRoutes(), others: [other] })

describe('a project', () => {
  it.each([
    ['/appkit/v1/config', { features: [] }, { features: other.features }],
    [
      '/projects/v1/origins',
      { allowedOrigins: testProject.allowedOrigins },
      { allowedOrigins: other.allowedOrigins },
    ],
    ['/getAnalyticsConfig', { isAnalyticsEnabled: false }, { isAnalyticsEnabled: true }],
  ])('%s returns only its own settings', async (path, mine, theirs) => {
    expect(await api.get(path)).toMatchObject({ status: 200, json: mine })
    expect(await api.get(path, { projectId: 'other' })).toMatchObject({ status: 200, json: theirs })
    expect((await api.get(path, { projectId: 'nobody' })).status).toBe(401)
    expect((await api.post(path, {})).status).toBe(405)
    expect((await api.get(path)).headers.get('cache-control')).toMatch(/^public/)
  })

  it('returns the configured social log-ins, if known', async () => {
    const social = { id: 'social_login', isEnabled: true, config: null }
    const others = [{ ...testProject, id: 'social', features: [social, ...other.features] }]
    const known = createTestApi({ routes: projectRoutes({ socials: ['github'] }), others })
    expect((await known.get('/appkit/v1/config', { projectId: 'social' })).json).toEqual({
      features: [{ ...social, available: ['github'] }, ...other.features],
    })
    const unknown = createTestApi({ routes: projectRoutes(), others })
    expect((await unknown.get('/appkit/v1/config', { projectId: 'social' })).json).toEqual({
      features: [social, ...other.features],
    })
  })

  it('returns the exchanges of the provider, as far as the project wants them', async () => {
    const swap = { id: 'swap', isEnabled: true, config: null }
    const listed = { ...swap, config: ['1inch'] }
    const others = [
      { ...testProject, id: 'open', features: [swap] },
      { ...testProject, id: 'listed', features: [listed] },
    ]
    const known = createTestApi({ routes: projectRoutes({ swaps: ['1inch', 'jupiter'] }), others })
    const read = async (projectId: string, from = known) =>
      (await from.get('/appkit/v1/config', { projectId })).json.features
    expect(await read('open')).toEqual([{ ...swap, available: ['1inch', 'jupiter'] }])
    expect(await read('listed')).toEqual([{ ...listed, available: ['1inch'] }])
    const unknown = createTestApi({ routes: projectRoutes(), others })
    expect(await read('open', unknown)).toEqual([swap])
  })

  it('returns the payment services, and where Buy is hidden', async () => {
    const buying = { id: 'onramp', isEnabled: true, config: null }
    const others = [{ ...testProject, id: 'shop', features: [buying, ...other.features] }]
    const read = async (onramp: Parameters<typeof projectRoutes>[0] = {}) => {
      const shop = createTestApi({ routes: projectRoutes(onramp), others })
      return (await shop.get('/appkit/v1/config', { projectId: 'shop' })).json.features[0]
    }
    const available = ['meld', 'coinbase']
    expect(await read()).toEqual(buying)
    expect(await read({ onramp: { available, restrictedTimezones: [] } })).toEqual({
      ...buying,
      available,
    })
    const restrictedTimezones = toRestrictedTimezones(true)
    expect(restrictedTimezones).toContain('ASIA/HONG_KONG')
    expect(await read({ onramp: { available, restrictedTimezones } })).toEqual({
      ...buying,
      available,
      restrictedTimezones,
    })
  })

  it('returns its origins, and nothing else, to any site', async () => {
    const origin = 'https://elsewhere.example'
    const answer = await api.get('/projects/v1/origins', { origin })
    expect(answer).toMatchObject({
      status: 200,
      json: { allowedOrigins: testProject.allowedOrigins },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const unknown = await api.get('/projects/v1/origins', { origin, projectId: 'nobody' })
    expect(unknown).toMatchObject({ status: 401, reasons: [{ field: 'projectId' }] })
    expect(unknown.headers.get('access-control-allow-origin')).toBe('*')
    for (const path of ['/appkit/v1/config', '/getAnalyticsConfig']) {
      const rejected = await api.get(path, { origin })
      expect(rejected.status).toBe(403)
      expect(rejected.json).not.toHaveProperty('features')
    }
  })

  it('limits how often a site reads its origins', async () => {
    const limited = createTestApi({ routes: projectRoutes() })
    const request = () =>
      limited.get('/projects/v1/origins', {
        origin: 'https://elsewhere.example',
        address: '203.0.113.7',
      })
    for (let count = 0; count < 100; count += 1) await request()
    const { status, headers } = await request()
    expect(status).toBe(429)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})
