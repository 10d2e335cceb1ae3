import { type Clock, systemClock } from '../clock.js'
import type { Config } from '../config/Config.js'
import { withDeadline } from '../deadline.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { indexUrls } from '../sources/indexes/openIndexes.js'
import { getPriceSources } from '../sources/price/priceSources.js'
import { chainChecks } from './chains.js'
import type { Check, Finding } from './Finding.js'
import { indexChecks } from './indexes.js'
import { installationChecks } from './installation.js'
import { keyChecks } from './keys.js'
import { loginChecks } from './login.js'
import { nameChecks } from './names.js'
import { paymasterChecks } from './paymaster.js'
import { priceChecks } from './prices.js'
import { problemOf } from './problemOf.js'
import { serviceChecks } from './services.js'
import { smartAccountChecks } from './smartAccounts.js'

const checkTimeoutMs = 20_000

const marks: { readonly [status in Finding['status']]: string } = {
  works: 'works  ',
  limited: 'limited',
  broken: 'BROKEN ',
  off: 'off    ',
}

/** Checks the settings against the live services. Changes nothing and sends no mail. */
export async function runDoctor(
  config: Config,
  {
    clock = systemClock,
    timeoutMs = checkTimeoutMs,
  }: { readonly clock?: Clock; readonly timeoutMs?: number } = {},
): Promise<{ readonly lines: readonly string[]; readonly isHealthy: boolean }> {
  // Several requests in a row must end within one check.
  const requestTimeoutMs = timeoutMs / 2
  const http = createOutbound({
    clock,
    allowPrivate: configuredUrls(config),
    timeoutMs: requestTimeoutMs,
  })
  const parts = { config, http, clock }
  const checks = [
    ...installationChecks(parts),
    ...chainChecks(parts),
    ...priceChecks(parts),
    ...indexChecks(parts),
    ...nameChecks(parts),
    ...serviceChecks(parts),
    ...smartAccountChecks(parts),
    ...paymasterChecks(parts),
    ...keyChecks(parts),
    ...loginChecks(parts),
  ]
  try {
    const findings = (
      await Promise.all(checks.map((check) => runCheck(check, clock, timeoutMs)))
    ).flat()
    return {
      lines: [...findings.map(toLine), summarize(findings)],
      isHealthy: !findings.some(({ status }) => status === 'broken'),
    }
  } finally {
    http.stop()
  }
}

async function runCheck(
  { subject, run }: Check,
  clock: Clock,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  try {
    return await withDeadline(clock, timeoutMs, run)
  } catch (error) {
    return [{ status: 'broken', subject, text: `The check failed: it ${problemOf(error)}.` }]
  }
}

function toLine({ status, subject, text }: Finding): string {
  return `${marks[status]} ${subject.padEnd(13)} ${text}`
}

function summarize(findings: readonly Finding[]): string {
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const broken = count('broken')
  return `${count('works')} work, ${count('limited')} with limits, ${broken} broken, ${count('off')} off.`
}

/** The operator chose them, so they may be at any address. */
function configuredUrls(config: Config): string[] {
  const {
    chains,
    aggregators = [],
    indexes,
    social,
    publicUrl,
    loginUrl,
    relayUrls,
    ipfsGateway,
  } = config
  const { node } = social?.farcaster ?? {}
  const own = [publicUrl, loginUrl, relayUrls[0]?.replace(/^ws/, 'http'), node, ipfsGateway]
  return [
    ...chains.flatMap((chain) => [
      ...chain.upstreams,
      ...getPriceSources(chain).flatMap((source) => ('url' in source ? [source.url] : [])),
    ]),
    ...aggregators.map(({ url }) => url),
    ...indexUrls(indexes),
    ...own.filter((url) => url !== undefined),
  ]
}
