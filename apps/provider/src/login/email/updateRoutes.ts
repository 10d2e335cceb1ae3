import type { CheckedInputOf, ReplyOf } from '@latchkey/wire/http/endpoint'
import {
  addressText,
  startEmailUpdate,
  verifyPrimary,
  verifySecondary,
} from '@latchkey/wire/login/email'
import { normalAddress } from '../../mail/address.js'
import type { Flow } from '../session/flows.js'
import { assertSignedByFrame } from '../session/frameProof.js'
import { loginRefusal } from '../session/loginRefusal.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../session/loginRoute.js'
import type { Session } from '../session/sessions.js'
import type { StoredCode } from './codes.js'
import {
  type CodeDraft,
  checkCooldown,
  checkMailWorks,
  draftCode,
  type EmailParts,
  knownSession,
  refusedSending,
  unsentCode,
} from './EmailParts.js'
import { detailsOf } from './emailFlow.js'
import { CHANGES_PER_ACCOUNT, EXPORT_HOLD_MS, FLOW_LIFE_MS, NOTICE_LIFE_MS } from './limits.js'
import { noticeMail } from './mails.js'

/**
 * Changes the address: a code to the old one (`primary`), then a code to the new one (`secondary`).
 * An account without an address needs a recent log-in, in a frame that has the wallet.
 */
export function updateRoutes(parts: EmailParts): LoginRoute[] {
  return [
    sessionRoute(startEmailUpdate, (wanted, caller) => start(parts, wanted, caller)),
    sessionRoute(verifyPrimary, async (proof, caller) => {
      const flow = await provenFlow(parts, 'primary', proof, caller)
      const { newAddress = '' } = detailsOf(flow)
      const { code, send } = await draftForNew(parts, newAddress, caller)
      const moved = await parts.flows.move(flow, {
        from: 'primary',
        to: 'secondary',
        details: { address: newAddress, askedAt: parts.clock.now(), code },
        lifeMs: FLOW_LIFE_MS,
      })
      if (!moved) throw loginRefusal('flow-unknown')
      send()
      return { expiresAt: code.codeExpiresAt, codeLength: code.codeLength }
    }),
    sessionRoute(verifySecondary, async (proof, caller) => {
      const flow = await provenFlow(parts, 'secondary', proof, caller)
      if (!(await parts.flows.finish(flow, 'secondary'))) throw loginRefusal('flow-unknown')
      return { newEmail: await change(parts, flow, caller) }
    }),
  ]
}

type Started = ReplyOf<typeof startEmailUpdate>

async function start(
  parts: EmailParts,
  { email, binding, signature }: CheckedInputOf<typeof startEmailUpdate>,
  caller: SignedInCaller,
): Promise<Started> {
  const { accounts, clock, flows, limits } = parts
  const { project, origin, session } = caller
  const { accountId, frameKey } = session
  assertSignedByFrame(frameKey, addressText({ accountId, email, binding }), signature)
  const newAddress = normalAddress(email)
  const oldAddress = await accounts.emailOf(session.accountId)
  if (newAddress === undefined || newAddress === oldAddress) throw loginRefusal('email-invalid')
  if (oldAddress === null) await checkFirstAddress(parts, session)
  checkMailWorks(parts, knownSession(session))
  const wanted = { projectId: project.id, binding, purpose: 'update', method: 'email' } as const
  const running = await flows.ofBinding(wanted)
  if (running) return again(parts, running, { oldAddress, newAddress }, caller)

  const changes = await limits.take([
    { kind: 'email-changes', key: session.accountId, rules: CHANGES_PER_ACCOUNT },
  ])
  if (!changes.isAllowed) throw loginRefusal('too-many', changes)
  const { code, send } =
    oldAddress === null
      ? await draftForNew(parts, newAddress, caller)
      : await draftForOld(parts, oldAddress, caller)
  const flow = await flows.start({
    ...wanted,
    origin,
    sessionId: session.id,
    state: oldAddress === null ? 'secondary' : 'primary',
    details: {
      address: oldAddress ?? newAddress,
      askedAt: clock.now(),
      code,
      oldAddress,
      newAddress,
    },
    lifeMs: FLOW_LIFE_MS,
  })
  send()
  return answerOf(flow, code)
}

/** An address approves recoveries, so only a frame that has the wallet sets the first one. */
async function checkFirstAddress({ accounts, clock }: EmailParts, session: Session): Promise<void> {
  const { accountId, frameKey, freshUntil } = session
  if (freshUntil <= clock.now()) throw loginRefusal('needs-recent-login')
  if (!(await accounts.isWalletInFrame(accountId, frameKey))) throw loginRefusal('share-unknown')
}

/** Sends another code for the current step. */
async function again(
  parts: EmailParts,
  flow: Flow,
  addresses: { readonly oldAddress: string | null; readonly newAddress: string },
  caller: SignedInCaller,
): Promise<Started> {
  const { askedAt, oldAddress, newAddress } = detailsOf(flow)
  const isSame = oldAddress === addresses.oldAddress && newAddress === addresses.newAddress
  if (!isSame || flow.sessionId !== caller.session.id) throw loginRefusal('flow-unknown')
  checkCooldown(parts, askedAt)
  const { code, send } =
    flow.state === 'primary' && oldAddress
      ? await draftForOld(parts, oldAddress, caller)
      : await draftForNew(parts, newAddress, caller)
  const moved = await parts.flows.move(flow, {
    from: flow.state,
    to: flow.state,
    details: { askedAt: parts.clock.now(), code },
    lifeMs: FLOW_LIFE_MS,
  })
  if (!moved) throw loginRefusal('flow-unknown')
  send()
  return answerOf(moved, code)
}

function answerOf({ id, state }: Flow, { codeExpiresAt, codeLength }: StoredCode): Started {
  const action = state === 'primary' ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
  return { flowId: id, action, codeLength, expiresAt: codeExpiresAt }
}

/** The person's own address: they may know how many mails it got. */
async function draftForOld(
  parts: EmailParts,
  address: string,
  { network, project, origin, session }: SignedInCaller,
): Promise<CodeDraft> {
  const knownAs = knownSession(session)
  const sending = await parts.sends.ask({ address, knownAs, network, projectId: project.id })
  if (!sending.isAllowed) throw refusedSending(sending)
  const codeLength = await parts.attempts.codeLength({ address, knownAs })
  return draftCode(parts, { address, origin, purpose: 'update-primary', codeLength })
}

/** May belong to another person: reveals nothing about it, and the limits for strangers apply. */
async function draftForNew(
  parts: EmailParts,
  address: string,
  { network, project, origin }: SignedInCaller,
): Promise<CodeDraft> {
  const projectId = project.id
  const owner = { address, knownAs: undefined }
  const codeLength = await parts.attempts.codeLength(owner, await parts.load.level(projectId))
  const { isAllowed } = await parts.sends.ask({ ...owner, network, projectId })
  return isAllowed
    ? draftCode(parts, { address, origin, purpose: 'update-secondary', codeLength })
    : unsentCode(parts, codeLength)
}

type Proof = { readonly flowId: string; readonly secret: string; readonly code: string }

/** The flow at this step, after the code of this step. */
async function provenFlow(
  { flows, attempts, accounts }: EmailParts,
  step: 'primary' | 'secondary',
  { flowId, secret, code }: Proof,
  { project, network, session }: SignedInCaller,
): Promise<Flow> {
  const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
  if (flow.purpose !== 'update' || flow.sessionId !== session.id || flow.state !== step) {
    throw loginRefusal('flow-unknown')
  }
  const details = detailsOf(flow)
  // Another change was faster: this flow proved an address that is no longer in use.
  if ((await accounts.emailOf(session.accountId)) !== details.oldAddress) {
    throw loginRefusal('flow-unknown')
  }
  const knownAs = step === 'primary' ? knownSession(session) : undefined
  await attempts.check(details, code, { knownAs, network, projectId: project.id })
  return flow
}

/** Protections go first: if the process dies in between, the account is safe and unchanged. */
async function change(parts: EmailParts, flow: Flow, { session }: SignedInCaller): Promise<string> {
  const { accounts, devices, sessions, clock, queue } = parts
  const { newAddress = '', oldAddress } = detailsOf(flow)
  const { accountId, id } = session
  const at = clock.now()
  await accounts.holdExport(accountId, at + EXPORT_HOLD_MS)
  await sessions.endAll(accountId, id)
  await devices.forgetAll(accountId)
  await accounts.changeEmail(accountId, newAddress)
  if (oldAddress) {
    const notice = noticeMail({ to: oldAddress, origin: flow.origin, at, kind: 'email-changed' })
    queue.add(notice, at + NOTICE_LIFE_MS)
  }
  return newAddress
}
