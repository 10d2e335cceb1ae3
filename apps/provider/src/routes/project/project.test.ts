import { describe, expect, it } from 'vitest'
import { createTestApi, TEST_PROJECT } from '../../testing/apiFixture.js'
import { projectRoutes } from './index.js'

const other = {
  ...TEST_PROJECT,
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
      { allowedOrigins: TEST_PROJECT.allowedOrigins },
      { allowedOrigins: other.allowedOrigins },
    ],
    ['/getAnalyticsConfig', { isAnalyticsEnabled: false }, { isAnalyticsEnabled: true }],
  ])('%s tells its own settings, never those of another', async (path, mine, theirs) => {
    expect(await api.get(path)).toMatchObject({ status: 200, json: mine })
    expect(await api.get(path, { projectId: 'other' })).toMatchObject({ status: 200, json: theirs })
    expect((await api.get(path, { projectId: 'nobody' })).status).toBe(401)
    expect((await api.post(path, {})).status).toBe(405)
    expect((await api.get(path)).headers.get('cache-control')).toMatch(/^public/)
  })
})
