import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../scripts/lib/ports.mjs'
import { inRoot } from '../scripts/lib/root.mjs'
import { startStaticServer } from '../scripts/lib/staticServer.mjs'
import {
  describeLocal,
  serveChain,
  serveIdentity,
  serveInbox,
  serveLogin,
  serveProvider,
  serveRelay,
  serveSolana,
} from '../scripts/start/localParts.mjs'

/** Starts chains, a provider and pages on free ports, sets their URLs for the tests and returns a stop function. */
export default async function globalSetup() {
  const stops: (() => Promise<unknown>)[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const chain1 = await serveChain(1)({ port: 0, dataDir, urls: {} })
    stops.push(chain1.stop)
    const chain8453 = await serveChain(8453)({ port: 0, dataDir, urls: {} })
    stops.push(chain8453.stop)
    const solana = await serveSolana({ port: 0, dataDir })
    stops.push(solana.stop)
    const loginPort = await findFreePort()
    const login = `http://localhost:${loginPort}`
    const parts: Record<string, unknown> = { 'chain-1': chain1, 'chain-8453': chain8453, solana }
    const part = async (name: string) => parts[name]
    const provider = await serveProvider({
      port: 0,
      dataDir,
      urls: { login, solana: solana.url },
      part,
    })
    stops.push(provider.stop)
    await addCarefulProject(provider.database)
    const inbox = await serveInbox({ port: 0 })
    stops.push(inbox.stop)
    const identity = await serveIdentity({ port: 0, urls: { login } })
    stops.push(identity.stop)
    Object.assign(parts, { provider, inbox, identity })
    const site = await serveLogin({ port: loginPort, dataDir, urls: { login }, part })
    stops.push(site.stop)
    const relay = await serveRelay({ port: 0, part: async () => provider })
    stops.push(relay.stop)
    const near = {
      'chain-1': chain1.url,
      'chain-8453': chain8453.url,
      solana: solana.url,
      provider: provider.url,
      relay: relay.url,
      login,
      inbox: inbox.url,
    }
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
      E2E_SOLANA: solana.url,
      E2E_PROVIDER: provider.url,
      E2E_DATABASE: provider.database.url,
      E2E_RELAY: relay.url,
      E2E_LOGIN: login,
      E2E_INBOX: inbox.url,
      E2E_IDENTITY: identity.url,
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

/** A second project that requires device approval and confirmations in windows. */
async function addCarefulProject({ sql }: Awaited<ReturnType<typeof serveProvider>>['database']) {
  const features = ['device_approval', 'confirm_in_window'].map((id) => ({
    id,
    isEnabled: true,
    config: [],
  }))
  await sql`
    insert into projects
      (id, name, allowed_origins, is_development, features, is_analytics_enabled, limits)
    select 'latchkey-careful', 'Careful', allowed_origins, is_development,
      features || ${sql.json(features)}::jsonb, is_analytics_enabled, limits
    from projects where id = 'latchkey-development'`
}

/** The strictest policy a site can set; the widget must work under it. */
function strictHeaders(reachable: readonly string[]) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self' ${reachable.join(' ')} https://ethereum-rpc.publicnode.com`,
    `frame-src ${reachable.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return (path: string): Record<string, string> =>
    path === '/strict.html' || path === '/script.html' ? { 'content-security-policy': policy } : {}
}
