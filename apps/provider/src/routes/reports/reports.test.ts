import { expect, it } from 'vitest'
import type { LogLine } from '../../log.js'
import { createTestApi } from '../../testing/apiFixture.js'
import { reportRoutes } from './index.js'

const log: LogLine[] = []
const api = createTestApi({ rawRoutes: reportRoutes((line) => log.push(line)) })

/** Sent as browsers do: from the login site, which no project lists, and without a project. */
const report = (body: unknown) => {
  log.length = 0
  return api.post('/v1/reports', body, {
    headers: { 'content-type': 'application/reports+json' },
    origin: 'https://login.example',
    projectId: null,
  })
}

const violation = (effectiveDirective: unknown) => ({
  type: 'csp-violation',
  url: 'https://login.example/sdk?email=ada@example.org',
  body: { effectiveDirective, blockedURL: 'https://evil.example/ada@example.org' },
})

it('counts violated directives and stores no visitor data', async () => {
  const rules = ['script-src-elem', 'img-src', 'script-src-elem', 'ada-src', { ada: 1 }]
  expect((await report(rules.map(violation))).status).toBe(204)
  expect(log).toEqual([
    { level: 'warn', event: 'policy-violation', reason: 'script-src-elem', count: 2 },
    { level: 'warn', event: 'policy-violation', reason: 'img-src', count: 1 },
  ])
})

it('logs few lines for many reports', async () => {
  const odd = [7, null, { type: 'crash' }]
  expect((await report([...odd, ...Array(200).fill(violation('img-src'))])).status).toBe(204)
  expect(log).toHaveLength(1)
})

it.each([
  ['nothing', '', 422],
  ['half a list', '[{', 422],
  ['no list', '{}', 400],
])('rejects %s', async (_, body, status) => {
  expect((await report(body)).status).toBe(status)
})

it('allows preflights', async () => {
  const answer = await api.send('OPTIONS', '/v1/reports', undefined, {
    headers: {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    origin: 'https://login.example',
    projectId: null,
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
    'content-type',
  )
})
