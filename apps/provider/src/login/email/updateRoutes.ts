import type { CheckedInputOf, ResponseInputOf } from '@latchkey/wire/http/endpoint'
import {
  addressText,
  startEmailUpdate,
  verifyPrimary,
  verifySecondary,
} from '@latchkey/wire/login/email'
import { normalizeAddress } from '../../mail/address.js'
import type { Flow } from '../session/flows.js'
import { assertSignedByFrame } from '../session/frameProof.js'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../session/loginRoute.js'
import type { Session } from '../session/sessions.js'
import type { StoredCode } from './codes.js'
import {
  assertCooldownOver,
  assertMailWorks,
  type CodeDraft,
  createUnsentCode,
  draftCode,
  type EmailParts,
  toSendLimitError,
  toSessionKey,
} from './EmailParts.js'
import { parseEmailDetails } from './emailFlow.js'
import {
  changesPerAccount,
  exportBlockMs,
  flowLifetimeMs,
  noticeLifetimeMs,
} from './emailLimits.js'
import { noticeMail } from './mails.js'

/**
 * Changes the address: a code to the old one (`primary`), then a code to the new one (`secondary`).
 * An account without an address needs a recent log-in, in a frame that has the wallet.
 */
export function updateRoutes(parts: EmailParts): LoginRoute[] {
  return [
    sessionRoute(startEmailUpdate, (input, caller) => start(parts, input, caller)),
    sessionRoute(verifyPrimary, async (proof, caller) => {
      const flow = await verifyStep(parts, 'primary', proof, caller)
      const { newAddress = '' } = parseEmailDetails(flow)
      const { code, send } = await draftForNew(parts, newAddress, caller)
      const updated = await parts.flows.transition(flow, {
        from: 'primary',
        to: 'secondary',
        details: { address: newAddress, requestedAt: parts.clock.now(), code },
        lifetimeMs: flowLifetimeMs,
      })
      if (!updated) throw loginError('flow-unknown')
      send()
      return { expiresAt: code.codeExpiresAt, codeLength: code.codeLength }
    }),
    sessionRoute(verifySecondary, async (proof, caller) => {
      const flow = await verifyStep(parts, 'secondary', proof, caller)
      if (!(await parts.flows.finish(flow, 'secondary'))) throw loginError('flow-unknown')
      return { newEmail: await changeAddress(parts, flow, caller) }
    }),
  ]
}

type StartReply = ResponseInputOf<typeof startEmailUpdate>

async function start(
  parts: EmailParts,
  { email, binding, signature }: CheckedInputOf<typeof startEmailUpdate>,
  caller: SignedInCaller,
): Promise<StartReply> {
  const { accounts, clock, flows, limits } = parts
  const { project, origin, session } = caller
  const { accountId, frameKey } = session
  assertSignedByFrame(frameKey, addressText({ accountId, email, binding }), signature)
  const newAddress = normalizeAddress(email)
  const oldAddress = await accounts.readEmail(session.accountId)
  if (newAddress === undefined || newAddress === oldAddress) throw loginError('email-invalid')
  if (oldAddress === null) await assertFirstAddressAllowed(parts, session)
  assertMailWorks(parts, toSessionKey(session))
  const query = { projectId: project.id, binding, purpose: 'update', method: 'email' } as const
  const running = await flows.findByBinding(query)
  if (running) return resendCode(parts, running, { oldAddress, newAddress }, caller)

  const changes = await limits.take([
    { kind: 'email-changes', key: session.accountId, rules: changesPerAccount },
  ])
  if (!changes.isAllowed) throw loginError('too-many', changes)
  const { code, send } =
    oldAddress === null
      ? await draftForNew(parts, newAddress, caller)
      : await draftForOld(parts, oldAddress, caller)
  const flow = await flows.start({
    ...query,
    origin,
    sessionId: session.id,
    state: oldAddress === null ? 'secondary' : 'primary',
    details: {
      address: oldAddress ?? newAddress,
      requestedAt: clock.now(),
      code,
      oldAddress,
      newAddress,
    },
    lifetimeMs: flowLifetimeMs,
  })
  send()
  return toReply(flow, code)
}

/** An address approves recoveries, so only a frame with the wallet may set the first one. */
async function assertFirstAddressAllowed(
  { accounts, clock }: EmailParts,
  session: Session,
): Promise<void> {
  const { accountId, frameKey, freshUntil } = session
  if (freshUntil <= clock.now()) throw loginError('needs-recent-login')
  if (!(await accounts.hasWalletInFrame(accountId, frameKey))) throw loginError('share-unknown')
}

/** Sends another code for the current step. */
async function resendCode(
  parts: EmailParts,
  flow: Flow,
  addresses: { readonly oldAddress: string | null; readonly newAddress: string },
  caller: SignedInCaller,
): Promise<StartReply> {
  const { requestedAt, oldAddress, newAddress } = parseEmailDetails(flow)
  const isSame = oldAddress === addresses.oldAddress && newAddress === addresses.newAddress
  if (!isSame || flow.sessionId !== caller.session.id) throw loginError('flow-unknown')
  assertCooldownOver(parts, requestedAt)
  const { code, send } =
    flow.state === 'primary' && oldAddress
      ? await draftForOld(parts, oldAddress, caller)
      : await draftForNew(parts, newAddress, caller)
  const updated = await parts.flows.transition(flow, {
    from: flow.state,
    to: flow.state,
    details: { requestedAt: parts.clock.now(), code },
    lifetimeMs: flowLifetimeMs,
  })
  if (!updated) throw loginError('flow-unknown')
  send()
  return toReply(updated, code)
}

function toReply({ id, state }: Flow, { codeExpiresAt, codeLength }: StoredCode): StartReply {
  const action = state === 'primary' ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
  return { flowId: id, action, codeLength, expiresAt: codeExpiresAt }
}

/** The person's own address, so they may learn how many mails it got. */
async function draftForOld(
  parts: EmailParts,
  address: string,
  { network, project, origin, session }: SignedInCaller,
): Promise<CodeDraft> {
  const knownAs = toSessionKey(session)
  const sending = await parts.sendLimits.take({ address, knownAs, network, projectId: project.id })
  if (!sending.isAllowed) throw toSendLimitError(sending)
  const codeLength = await parts.attempts.readCodeLength({ address, knownAs })
  return draftCode(parts, { address, origin, purpose: 'update-primary', codeLength })
}

/** May belong to another person, so it reveals nothing and the limits of unknown devices apply. */
async function draftForNew(
  parts: EmailParts,
  address: string,
  { network, project, origin }: SignedInCaller,
): Promise<CodeDraft> {
  const projectId = project.id
  const owner = { address, knownAs: undefined }
  const codeLength = await parts.attempts.readCodeLength(
    owner,
    await parts.load.readLevel(projectId),
  )
  const { isAllowed } = await parts.sendLimits.take({ ...owner, network, projectId })
  return isAllowed
    ? draftCode(parts, { address, origin, purpose: 'update-secondary', codeLength })
    : createUnsentCode(parts, codeLength)
}

type Proof = { readonly flowId: string; readonly secret: string; readonly code: string }

/** Checks the code of a step and returns its flow. */
async function verifyStep(
  { flows, attempts, accounts }: EmailParts,
  step: 'primary' | 'secondary',
  { flowId, secret, code }: Proof,
  { project, network, session }: SignedInCaller,
): Promise<Flow> {
  const flow = await flows.readForFrame(flowId, { projectId: project.id, secret })
  if (flow.purpose !== 'update' || flow.sessionId !== session.id || flow.state !== step) {
    throw loginError('flow-unknown')
  }
  const details = parseEmailDetails(flow)
  // Another change was faster, so this flow proved an address that is no longer in use.
  if ((await accounts.readEmail(session.accountId)) !== details.oldAddress) {
    throw loginError('flow-unknown')
  }
  const knownAs = step === 'primary' ? toSessionKey(session) : undefined
  await attempts.check(details, code, { knownAs, network, projectId: project.id })
  return flow
}

/** Protections first: if the process dies in between, the account is safe and unchanged. */
async function changeAddress(
  parts: EmailParts,
  flow: Flow,
  { session }: SignedInCaller,
): Promise<string> {
  const { accounts, devices, sessions, clock, queue } = parts
  const { newAddress = '', oldAddress } = parseEmailDetails(flow)
  const { accountId, id } = session
  const at = clock.now()
  await accounts.blockExport(accountId, at + exportBlockMs)
  await sessions.endAll(accountId, id)
  await devices.removeAll(accountId)
  await accounts.changeEmail(accountId, newAddress)
  if (oldAddress) {
    const notice = noticeMail({ to: oldAddress, origin: flow.origin, at, kind: 'email-changed' })
    queue.add(notice, at + noticeLifetimeMs)
  }
  return newAddress
}
