import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import { createNonce, verify } from 'latchkey/siwx/server'

type SignedIn = { chainId: string; address: string; expirationTime?: string }

declare module 'express-session' {
  interface SessionData {
    nonce: string
    accounts: SignedIn[]
  }
}

const port = Number(process.env.PORT ?? 3000)
/** Host and port of this site. Never taken from a request. */
const domain = process.env.DOMAIN ?? `localhost:${port}`
const isLocal = domain.startsWith('localhost')

const app = express()
// Behind a proxy that ends TLS; secure cookies need it.
if (!isLocal) app.set('trust proxy', 1)
app.use(express.json({ limit: '32kb' }))
app.use(
  session({
    name: 'session',
    // Production: a fixed secret, and a store that all servers share instead of memory.
    secret: process.env.SESSION_SECRET ?? randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'strict', secure: !isLocal, maxAge: 7 * 24 * 3_600_000 },
  }),
)

/** A nonce for one sign-in. */
app.get('/api/siwx/nonce', (request, response) => {
  request.session.nonce = createNonce()
  response.set('cache-control', 'no-store').json({ nonce: request.session.nonce })
})

/** Verifies a signed message and adds its account to the session. */
app.post('/api/siwx/verify', async (request, response) => {
  const { message, signature } = request.body ?? {}
  const { nonce, accounts = [] } = request.session
  // A nonce is good for one attempt: it is gone before the message is verified.
  delete request.session.nonce
  await save(request.session)
  if (typeof message !== 'string' || typeof signature !== 'string' || !nonce) {
    return void response.status(400).json({ reason: nonce ? 'malformed' : 'wrong-nonce' })
  }
  const result = await verify({
    message,
    signature,
    nonce,
    domain,
    // Needed for smart accounts: their contract verifies the signature.
    rpc: process.env.RPC_URL,
  })
  if (!result.ok) return void response.status(401).json({ reason: result.reason })
  const { address, chainId } = result
  const { expirationTime } = result.message
  // A new id, so that one planted before the sign-in is worth nothing.
  await regenerate(request)
  request.session.accounts = [
    ...accounts.filter((other) => other.address !== address || other.chainId !== chainId),
    { address, chainId, ...(expirationTime !== undefined && { expirationTime }) },
  ]
  response.json({ ok: true })
})

/** The accounts that are signed in. */
app.get('/api/siwx/session', (request, response) => {
  response.set('cache-control', 'no-store').json({ sessions: current(request) })
})

/** Signs out one account, or all without a query. */
app.delete('/api/siwx/session', (request, response) => {
  const { chainId, address } = request.query
  const isOther = (one: SignedIn) => one.chainId !== chainId || one.address !== address
  request.session.accounts = chainId ? current(request).filter(isOther) : []
  response.status(204).end()
})

/** Something only a signed-in visitor may read. */
app.get('/api/orders', (request, response) => {
  const [account] = current(request)
  if (!account) return void response.status(401).send('Sign in first')
  response.send(`Two orders of ${account.address}`)
})

app.use(express.static('dist'))
app.listen(port, () => console.log(`http://localhost:${port}`))

function current(request: express.Request): SignedIn[] {
  const isValid = ({ expirationTime }: SignedIn) =>
    expirationTime === undefined || Date.parse(expirationTime) > Date.now()
  return (request.session.accounts ?? []).filter(isValid)
}

function save(current: session.Session): Promise<void> {
  return new Promise((resolve, reject) => {
    current.save((error) => (error ? reject(error) : resolve()))
  })
}

function regenerate(request: express.Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error) => (error ? reject(error) : resolve()))
  })
}
