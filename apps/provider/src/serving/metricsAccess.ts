import { timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isForwarded, isLoopback } from './clientNetwork.js'

/** With a token: callers that send it. Without: only this machine, and not through a proxy. */
export function canReadMetrics(context: Context, token: string | undefined): boolean {
  const given = context.req.header('authorization')?.replace(/^Bearer /i, '')
  if (token !== undefined) return given !== undefined && isEqualConstantTime(given, token)
  return !isForwarded(context.req.header()) && isLoopback(getConnInfo(context).remote.address ?? '')
}

function isEqualConstantTime(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
