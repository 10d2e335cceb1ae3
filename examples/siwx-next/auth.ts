import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { siwe } from 'better-auth/plugins'
import { createNonce, verify } from 'latchkey/siwx/server'

const url = process.env.BETTER_AUTH_URL ?? 'http://localhost:3000'
/** Host and port of this site. Never taken from a request. */
const domain = new URL(url).host

// Production: your database and a fixed secret. Routes are bundled one by one and share these through the process.
const shared = globalThis as { database?: Record<string, never[]>; secret?: string }
shared.database ??= { user: [], session: [], account: [], verification: [], walletAddress: [] }
shared.secret ??= process.env.BETTER_AUTH_SECRET ?? randomBytes(32).toString('hex')

export const auth = betterAuth({
  baseURL: url,
  secret: shared.secret,
  database: memoryAdapter(shared.database),
  plugins: [
    siwe({
      domain,
      getNonce: async () => createNonce(),
      async verifyMessage({ message, signature, address, chainId, cacao }) {
        const result = await verify({
          message,
          signature,
          domain,
          chainId: `eip155:${chainId}`,
          // Better Auth has deleted it already: it is good for one attempt.
          nonce: cacao?.p.nonce ?? '',
          // Needed for smart accounts: their contract verifies the signature.
          rpc: process.env.RPC_URL,
        })
        return result.ok && result.address === address
      },
    }),
  ],
})

export type Wallet = { readonly address: string; readonly chainId: number }

/** The wallets of the signed-in visitor; empty without a session. */
export async function getWallets(headers: Headers): Promise<readonly Wallet[]> {
  const session = await auth.api.getSession({ headers })
  if (!session) return []
  const { adapter } = await auth.$context
  return adapter.findMany<Wallet>({
    model: 'walletAddress',
    where: [{ field: 'userId', value: session.user.id }],
  })
}
