import { isRecord } from '@latchkey/wire/json'
import type { Core } from '../core.js'
import { PairingError } from '../errors.js'
import type { ProposalRecord } from '../state.js'
import { deferred } from '../waiting.js'
import { type SessionNamespaces, satisfies } from './namespaces.js'
import { decodeRecap, withRecapStatement } from './recap.js'
import { toSessionGrant } from './signInGrant.js'
import {
  type AuthPayload,
  type Cacao,
  formatSignInMessage,
  parseCacao,
  parseIssuer,
} from './signInMessage.js'

const maxCacaos = 20
/** Other messages wait for a verification. */
const verifyWaitMs = 15_000
/** How far the site's clock may be ahead of the page's. */
const clockDifferenceMs = 300_000

type SignInResponse = {
  readonly result: unknown
  readonly senderPublicKey: string
  /** What was requested. */
  readonly payload: AuthPayload
  readonly proposal: ProposalRecord
}

type CheckedSignIn = {
  readonly cacaos: readonly Cacao[]
  readonly metadata: unknown
  readonly namespaces: SessionNamespaces
}

/** What a wallet signed, and the session it grants; undefined when anything is wrong. */
export async function checkSignIn(
  core: Core,
  response: SignInResponse,
): Promise<CheckedSignIn | undefined> {
  const signIn = readSignIn(response, core.clock.now())
  const namespaces = signIn && toGrant(signIn.cacaos, response)
  if (!signIn || !namespaces) return undefined
  return (await verifySignatures(core, signIn.cacaos)) ? { ...signIn, namespaces } : undefined
}

/** What the sign-in grants; undefined when it is nothing or misses a requirement. */
function toGrant(
  cacaos: readonly Cacao[],
  { payload: { chains }, proposal: { requested, required } }: SignInResponse,
): SessionNamespaces | undefined {
  const { eip155 } = requested
  const namespaces = toSessionGrant(cacaos, eip155 ? { eip155: { ...eip155, chains } } : {})
  return namespaces.eip155 && satisfies(namespaces, required) ? namespaces : undefined
}

function readSignIn(
  { result, senderPublicKey, payload }: SignInResponse,
  nowMs: number,
): Omit<CheckedSignIn, 'namespaces'> | undefined {
  if (!isRecord(result) || !isRecord(result.responder) || !Array.isArray(result.cacaos)) {
    return undefined
  }
  if (result.responder.publicKey !== senderPublicKey) return undefined
  if (result.cacaos.length === 0 || result.cacaos.length > maxCacaos) return undefined
  const cacaos = result.cacaos.map(parseCacao).filter((cacao) => cacao !== undefined)
  if (cacaos.length !== result.cacaos.length) return undefined
  if (!cacaos.every((cacao) => matchesPayload(cacao, payload, nowMs))) return undefined
  return { cacaos, metadata: result.responder.metadata }
}

/** Whether the signed message matches the request. */
function matchesPayload({ p }: Cacao, payload: AuthPayload, nowMs: number): boolean {
  const same = (
    ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId'] as const
  ).every((field) => p[field] === payload[field])
  const issuer = parseIssuer(p.iss)
  // The wallet may narrow the recap, which is the last resource.
  const recap = decodeRecap(p.resources?.at(-1))
  const others = (resources: readonly string[] = []) => resources.slice(0, -1).join('\n')
  return (
    same &&
    issuer !== undefined &&
    payload.chains.includes(issuer.chainId) &&
    recap !== undefined &&
    withRecapStatement(p.statement, recap) === withRecapStatement(payload.statement, recap) &&
    others(p.resources) === others(payload.resources) &&
    (p.exp === undefined || Date.parse(p.exp) > nowMs) &&
    (p.nbf === undefined || Date.parse(p.nbf) <= nowMs + clockDifferenceMs)
  )
}

/** A signature that cannot be verified in time counts as invalid. */
async function verifySignatures(core: Core, cacaos: readonly Cacao[]): Promise<boolean> {
  const { verifySignIn, clock } = core
  // Possible after a reload without the option the previous client had.
  if (verifySignIn === undefined) return false
  const timeoutError = () => new PairingError('pairing/sign-in-invalid', 'It took too long.')
  const waiting = deferred<boolean>(clock, { timeoutMs: verifyWaitMs, timeoutError })
  Promise.all(
    cacaos.map(async (cacao) => {
      const issuer = parseIssuer(cacao.p.iss)
      const message = formatSignInMessage(cacao.p)
      return issuer !== undefined && (await verifySignIn({ cacao, issuer, message })) === true
    }),
  ).then(
    (outcomes) => waiting.resolve(outcomes.every(Boolean)),
    () => waiting.resolve(false),
  )
  return waiting.promise.catch(() => false)
}
