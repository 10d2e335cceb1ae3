import type { Latchkey } from 'latchkey'
import {
  createSubscription,
  getSmartSessions,
  grantPermissions,
  revokeSmartSession,
} from 'latchkey/sessions'
import { developmentProject, type Local } from '../configuration/local.js'
import { isRecord } from '../configuration/shape.js'
import { someAccount, toWei } from './eip155.js'

/** What a site keeps on its server. Here it is in the page, so that the playground needs no server. */
export type SiteServer = { readonly key: `0x${string}`; readonly context: string }

const loadServer = () => import('latchkey/sessions/server')

/** A week is enough to try it. */
const lifetime = 604_800

/** Creates a key on the site's server, and asks the visitor for a permission for it. */
export async function grantDaily(latchkey: Latchkey, ether: string): Promise<SiteServer> {
  const { createSessionKey } = await loadServer()
  const { privateKey: key, publicKey } = createSessionKey()
  const request = createSubscription({
    chainId: `0x${Number(latchkey.getChainId()).toString(16)}`,
    asset: 'native',
    amount: toWei(ether),
    interval: '1d',
    signerPublicKey: publicKey,
    expiry: Math.floor(Date.now() / 1_000) + lifetime,
  })
  const { context } = await grantPermissions(request, latchkey)
  return { key, context }
}

export async function spend(
  local: Local,
  server: SiteServer,
  {
    ether,
    isSponsored,
    signal,
  }: { readonly ether: string; readonly isSponsored: boolean; readonly signal: AbortSignal },
): Promise<string> {
  const client = await openClient(local, server, isSponsored)
  const { id } = await client.sendCalls([{ to: someAccount, value: toWei(ether) }], { signal })
  const { transactionHash, isSuccess } = await client.waitForReceipt(id, { signal })
  return isSuccess ? transactionHash : `Reverted in ${transactionHash}`
}

export async function readLimits(local: Local, server: SiteServer): Promise<string> {
  const client = await openClient(local, server, false)
  const limits = await client.readLimits()
  const inText = (_: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  return JSON.stringify(limits, inText, 2)
}

/** Revokes the permission on the chain; the visitor confirms it. */
export async function revoke(latchkey: Latchkey, { context }: SiteServer): Promise<string> {
  const session = (await getSmartSessions(latchkey)).find((one) => one.context === context)
  if (!session) throw new Error('This permission is not listed')
  await revokeSmartSession(session, latchkey)
  return 'Revoked'
}

/** One call of the visitor that the site's project pays for (ERC-7677). */
export async function sendSponsored(latchkey: Latchkey, local: Local): Promise<string> {
  const provider = latchkey.getProvider('eip155') as {
    request(call: {
      readonly method: string
      readonly params: readonly unknown[]
    }): Promise<unknown>
  }
  const chain = `eip155:${latchkey.getChainId()}`
  const answer = await provider.request({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        chainId: `0x${Number(latchkey.getChainId()).toString(16)}`,
        atomicRequired: true,
        calls: [{ to: someAccount, value: '0x0' }],
        capabilities: { paymasterService: { url: providerUrl(local, '/v1/paymaster', chain) } },
      },
    ],
  })
  return isRecord(answer) ? String(answer.id) : String(answer)
}

async function openClient(local: Local, { key, context }: SiteServer, isSponsored: boolean) {
  const { createSessionClient } = await loadServer()
  const chain = chainOf(context)
  return createSessionClient({
    key,
    context,
    rpcUrl: local.nodes[chain] ?? '',
    bundlerUrl: providerUrl(local, '/v1/bundler', chain),
    ...(isSponsored && { paymasterUrl: providerUrl(local, '/v1/paymaster', chain) }),
  })
}

/** The second word of a context. */
function chainOf(context: string): string {
  const first = 2 + 2 + 64
  return `eip155:${BigInt(`0x${context.slice(first, first + 64)}`)}`
}

function providerUrl({ provider }: Local, path: string, chain: string): string {
  if (!provider) throw new Error('Start the dev stack to try this')
  return `${provider}${path}?chainId=${chain}&projectId=${developmentProject}`
}
