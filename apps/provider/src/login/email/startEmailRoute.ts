import { randomBytes, randomInt } from 'node:crypto'
import type { ReplyOf } from '@latchkey/wire/http/endpoint'
import { startEmail } from '@latchkey/wire/login/email'
import { normalAddress } from '../../mail/address.js'
import type { Project } from '../../projects/Project.js'
import type { Flow } from '../flows.js'
import { isChosen } from '../loginChoices.js'
import { loginRefusal } from '../loginRefusal.js'
import { type LoginRoute, loginRoute } from '../loginRoute.js'
import {
  type CodeDraft,
  checkCooldown,
  checkMailWorks,
  draftCode,
  type EmailParts,
  refusedSending,
  unsentCode,
} from './EmailParts.js'
import { detailsOf, type EmailDetails, type EmailState } from './emailFlow.js'
import { CODE_LIFE_MS, FLOW_LIFE_MS, LINK_LIFE_MS } from './limits.js'
import { deviceMail } from './mails.js'

type Request = {
  readonly project: Project
  readonly network: string | undefined
  readonly address: string
  readonly origin: string
  readonly binding: string
  readonly deviceId: string | undefined
}

/**
 * Every answer is the same for the same question, whoever has an account and whatever was sent
 * before: an address that may not be written to is answered as if it had been.
 */
export function startEmailRoute(parts: EmailParts): LoginRoute {
  return loginRoute(startEmail, async ({ email, binding, origin, knownDevice }, caller) => {
    const address = normalAddress(email)
    if (address === undefined) throw loginRefusal('email-invalid')
    checkMailWorks(parts)
    const { project, network } = caller
    const request = { project, network, address, origin, binding, deviceId: knownDevice }
    const running = await runningFlow(parts, request)
    const flow = running ? await goOn(parts, running, request) : await begin(parts, request)
    return answerOf(flow, parts.clock.now())
  })
}

function answerOf(flow: Flow, now: number): ReplyOf<typeof startEmail> {
  const { number } = detailsOf(flow)
  return flow.state === 'device' && number !== undefined
    ? { flowId: flow.id, action: 'VERIFY_DEVICE', number, expiresAt: now + LINK_LIFE_MS }
    : { flowId: flow.id, action: 'VERIFY_OTP', expiresAt: now + CODE_LIFE_MS }
}

async function runningFlow(
  { flows }: EmailParts,
  { project, binding, address, origin }: Request,
): Promise<Flow | undefined> {
  const wanted = { projectId: project.id, binding, purpose: 'login', method: 'email' } as const
  const flow = await flows.ofBinding(wanted)
  const isSame = flow !== undefined && flow.origin === origin && detailsOf(flow).address === address
  return isSame && (flow.state === 'device' || flow.state === 'code') ? flow : undefined
}

async function begin(parts: EmailParts, request: Request): Promise<Flow> {
  const { address, origin, binding, project, deviceId } = request
  const start = (state: EmailState, more: Partial<EmailDetails>, handle?: string) =>
    parts.flows.start({
      projectId: project.id,
      origin,
      purpose: 'login',
      method: 'email',
      binding,
      state,
      details: {
        address,
        askedAt: parts.clock.now(),
        ...(deviceId !== undefined && { deviceId }),
        ...more,
      },
      lifeMs: FLOW_LIFE_MS,
      ...(handle !== undefined && { handle }),
    })
  if (await needsApproval(parts, request)) {
    // The code that follows the approval is counted here, so that it never fails to come.
    const isAllowed = await maySend(parts, request, { mails: 2, isApproval: true })
    const link = draftLink(parts, request)
    const flow = await start('device', { number: twoDigits() }, link.token)
    if (isAllowed) link.send()
    return flow
  }
  const isAllowed = await maySend(parts, request)
  const { code, send } = isAllowed ? draftLogin(parts, request) : unsentCode(parts)
  const flow = await start('code', { code })
  send()
  return flow
}

/** Once more within the same login. What cannot be sent anew leaves what was sent before in force. */
async function goOn(parts: EmailParts, flow: Flow, request: Request): Promise<Flow> {
  checkCooldown(parts, detailsOf(flow).askedAt)
  const isAllowed = await maySend(parts, request)
  const link = isAllowed && flow.state === 'device' ? draftLink(parts, request) : undefined
  const draft = isAllowed && flow.state === 'code' ? draftLogin(parts, request) : undefined
  const moved = await parts.flows.move(flow, {
    from: flow.state,
    to: flow.state,
    lifeMs: FLOW_LIFE_MS,
    details: { askedAt: parts.clock.now(), ...(draft && { code: draft.code }) },
    ...(link && { handle: link.token }),
  })
  if (!moved) throw loginRefusal('flow-unknown')
  link?.send()
  draft?.send()
  return moved
}

/** Asks the same of the database whether or not there is such an account. */
async function needsApproval(
  { accounts, guesses }: EmailParts,
  { project, address, deviceId = NO_DEVICE }: Request,
): Promise<boolean> {
  const isStopped = await guesses.isStopped(address)
  if (!isChosen(project, 'device_approval')) return isStopped
  const account = await accounts.find({ issuer: 'email', subject: address })
  const isKnown = await accounts.isKnownDevice(account ?? NO_DEVICE, deviceId)
  return isStopped || !isKnown
}

const NO_DEVICE = '00000000-0000-0000-0000-000000000000'

/** Whether mail goes out. Only developers are told when it does not: they are their own visitors. */
async function maySend(
  { sends }: EmailParts,
  { address, network, project }: Request,
  more: { readonly mails?: number; readonly isApproval?: boolean } = {},
): Promise<boolean> {
  const sending = await sends.ask({ address, network, projectId: project.id, ...more })
  if (!sending.isAllowed && project.isDevelopment) throw refusedSending(sending)
  return sending.isAllowed
}

function draftLogin(parts: EmailParts, { address, origin }: Request): CodeDraft {
  return draftCode(parts, { address, origin, purpose: 'login' })
}

/** `token` is the secret part of the link. */
function draftLink(
  { clock, queue, publicUrl }: EmailParts,
  { address, origin }: Request,
): { readonly token: string; send(): void } {
  const token = randomBytes(32).toString('base64url')
  const at = clock.now()
  const url = `${publicUrl}/device/${token}`
  const minutes = LINK_LIFE_MS / 60_000
  return {
    token,
    send: () => queue.add(deviceMail({ to: address, origin, url, minutes, at }), at + LINK_LIFE_MS),
  }
}

function twoDigits(): string {
  return String(randomInt(100)).padStart(2, '0')
}
