import * as v from 'valibot'
import { ApiError } from '../../errors/ApiError.js'
import { parseBoundedJson } from '../../http/boundedJson.js'
import type { RawRoute } from '../../http/route.js'
import type { Log } from '../../log.js'

const maxBodyBytes = 65_536

/** Directives of the login site's policy. Other report content could be personal data. */
const directives = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'worker-src',
  'object-src',
  'media-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
] as const

const violation = v.object({
  type: v.literal('csp-violation'),
  body: v.object({ effectiveDirective: v.picklist(directives) }),
})

/** Receives policy violations of the login site from browsers (Reporting API). */
export function reportRoutes(log: Log): RawRoute[] {
  return [
    {
      name: 'policyReports',
      method: 'POST',
      path: '/v1/reports',
      bodyLimit: maxBodyBytes,
      isOpen: true,
      async handle({ body }) {
        const reports = parseBoundedJson(body)
        if (!Array.isArray(reports))
          throw new ApiError(400, 'body', 'The body must be a list of reports.')
        const counts = new Map<string, number>()
        for (const report of reports) {
          if (!v.is(violation, report)) continue
          const { effectiveDirective: rule } = report.body
          counts.set(rule, (counts.get(rule) ?? 0) + 1)
        }
        for (const [reason, count] of counts) {
          log({ level: 'warn', event: 'policy-violation', reason, count })
        }
        return new Response(null, { status: 204 })
      },
    },
  ]
}
