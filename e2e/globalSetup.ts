import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain } from '../scripts/chain.mjs'
import { describeLocal, serveRelay } from '../scripts/localParts.mjs'
import { createPrograms } from '../scripts/programs.mjs'
import { inRoot } from '../scripts/root.mjs'
import { startStaticServer } from '../scripts/staticServer.mjs'

/** Brings up chains, a relay and pages on free ports, tells the tests where they are, and answers how to stop them. */
export default async function globalSetup() {
  const programs = createPrograms()
  const stops: (() => Promise<unknown>)[] = [programs.stopAll]
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const stopAll = async () => {
    await Promise.all(stops.map((stop) => stop()))
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const relay = await serveRelay({ port: 0, dataDir })
    stops.push(relay.stop)
    const [chain1, chain8453] = await Promise.all([
      startChain({ programs, chainId: 1 }),
      startChain({ programs, chainId: 8453 }),
    ])
    const near = { 'chain-1': chain1.url, 'chain-8453': chain8453.url, relay: relay.url }
    const serve = async (
      folder: string,
      urls: Record<string, string> = {},
      headers: (path: string) => Record<string, string> = () => ({}),
    ) => {
      const local = describeLocal({ ...near, ...urls })
      const server = await startStaticServer({
        folder: inRoot(folder, 'dist'),
        documents: { '/local.json': local },
        headers,
      })
      stops.push(server.stop)
      return server.url
    }
    const sampleWallet = await serve('apps/sample-wallet')
    const urls = { 'sample-wallet': sampleWallet }
    Object.assign(process.env, {
      E2E_CHAIN_1: chain1.url,
      E2E_CHAIN_8453: chain8453.url,
      E2E_RELAY: relay.url,
      E2E_SAMPLE_WALLET: sampleWallet,
      E2E_DEMO: await serve('apps/demo', urls),
      E2E_BASE_URL: await serve('e2e', urls, strictHeaders(Object.values(near))),
    })
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}

/** The strictest policy a site can set: the widget has to work under it as it is. */
function strictHeaders(reachable: readonly string[]) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self' ${reachable.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return (path: string): Record<string, string> =>
    path === '/strict.html' ? { 'content-security-policy': policy } : {}
}
