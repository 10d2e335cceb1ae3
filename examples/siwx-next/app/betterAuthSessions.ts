import type { SiwxStorage } from 'latchkey/siwx'

/** Sessions that Better Auth keeps in its cookie. */
export const betterAuthSessions: SiwxStorage = {
  verifies: true,
  async getNonce({ accountAddress, chainId }) {
    const account = { walletAddress: accountAddress, chainId: toNumber(chainId) }
    const { nonce } = await post('/siwe/nonce', account)
    return nonce
  },
  async get(chainId, address) {
    const response = await fetch('/api/wallets')
    if (!response.ok) throw new Error(`The server responded with ${response.status}`)
    const wallets: { address: string; chainId: number }[] = await response.json()
    const isSignedIn = wallets.some(
      (wallet) => wallet.address === address && wallet.chainId === toNumber(chainId),
    )
    if (!isSignedIn) return []
    const { host: domain, origin: uri } = location
    const data = { accountAddress: address, chainId, domain, uri, version: '1', nonce: '' }
    return [{ data, message: '', signature: '' }]
  },
  async add({ data, message, signature }) {
    const { accountAddress, chainId } = data
    const account = { walletAddress: accountAddress, chainId: toNumber(chainId) }
    await post('/siwe/verify', { message, signature, ...account })
  },
  async set(sessions) {
    // Better Auth has one session, with one wallet.
    const [first] = sessions
    if (first) await betterAuthSessions.add(first)
    else await signOut()
  },
  delete: signOut,
}

async function signOut() {
  await post('/sign-out', {})
}

async function post(path: string, body: object) {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The server responded with ${response.status}`)
  return response.json()
}

/** `eip155:8453` → 8453. */
const toNumber = (chainId: string) => Number(chainId.split(':')[1])
