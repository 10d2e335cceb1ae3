import { randomBytes, randomInt } from 'node:crypto'
import type { ReplyOf } from '@latchkey/wire/http/endpoint'
import { startEmail } from '@latchkey/wire/login/email'
import { normalAddress } from '../../mail/address.js'
import type { Project } from '../../projects/Project.js'
import type { Flow } from '../session/flows.js'
import { isChosen } from '../session/loginChoices.js'
import { loginRefusal } from '../session/loginRefusal.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import { digestOfDevice } from './devices.js'
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

type Reply = ReplyOf<typeof startEmail>

type Request = {
  readonly project: Project
  readonly network: string | undefined
  readonly address: string
  readonly origin: string
  readonly binding: string
  /** Digest of the device's key. */
  readonly device: string | undefined
  /** Set where the account knows the device, or a link was followed: strangers' limits do not count. */
  readonly knownAs: string | undefined
  /** The load of the project; 0 where `knownAs` is set. */
  readonly loadLevel: number
}

/**
 * The answer never depends on whether an account exists or what was sent before: an address that may
 * not get mail is answered as if it had been sent one.
 */
export function startEmailRoute(parts: EmailParts): LoginRoute {
  const { attempts, clock, devices, load } = parts
  return loginRoute(startEmail, async (input, { project, network }): Promise<Reply> => {
    const { email, binding, origin, deviceKey, work } = input
    const address = normalAddress(email)
    if (address === undefined) throw loginRefusal('email-invalid')
    const running = await runningFlow(parts, { project, binding, address, origin })
    if (running) checkCooldown(parts, detailsOf(running).askedAt)

    const device = deviceKey === undefined ? undefined : digestOfDevice(deviceKey)
    const isKnown = await devices.isKnown(address, device)
    const knownAs =
      (running && detailsOf(running).knownAs) ?? (isKnown ? `device ${device}` : undefined)
    checkMailWorks(parts, knownAs)
    const isStopped = await attempts.isStopped({ address, knownAs })
    const needsLink = running
      ? running.state === 'device'
      : isStopped || (!isKnown && isChosen(project, 'device_approval'))

    const loadLevel = knownAs === undefined ? await load.level(project.id) : 0
    const scope = { projectId: project.id, address }
    if (loadLevel > 0 && !(work && (await parts.work.spend(scope, work)))) {
      const next = needsLink ? 'VERIFY_DEVICE' : 'VERIFY_OTP'
      return { action: 'PROVE_WORK', next, ...parts.work.issue(scope, loadLevel) }
    }

    const request = { project, network, address, origin, binding, device, knownAs, loadLevel }
    const begin = needsLink ? beginByLink : beginByCode
    const flow = running ? await goOn(parts, running, request) : await begin(parts, request)
    return answerOf(flow, clock.now())
  })
}

function answerOf(flow: Flow, now: number): Reply {
  const { number, code } = detailsOf(flow)
  return flow.state === 'device' && number !== undefined
    ? { flowId: flow.id, action: 'VERIFY_DEVICE', number, expiresAt: now + LINK_LIFE_MS }
    : {
        flowId: flow.id,
        action: 'VERIFY_OTP',
        codeLength: code?.codeLength,
        expiresAt: now + CODE_LIFE_MS,
      }
}

async function runningFlow(
  { flows }: EmailParts,
  {
    project,
    binding,
    address,
    origin,
  }: Pick<Request, 'project' | 'binding' | 'address' | 'origin'>,
): Promise<Flow | undefined> {
  const wanted = { projectId: project.id, binding, purpose: 'login', method: 'email' } as const
  const flow = await flows.ofBinding(wanted)
  const isSame = flow !== undefined && flow.origin === origin && detailsOf(flow).address === address
  return isSame && (flow.state === 'device' || flow.state === 'code') ? flow : undefined
}

async function beginByLink(parts: EmailParts, request: Request): Promise<Flow> {
  // The code that follows the approval is counted here, so that it never fails to come.
  const isAllowed = await maySend(parts, request, { mails: 2, isApproval: true })
  const link = draftLink(parts, request)
  const flow = await startFlow(parts, request, 'device', { number: twoDigits() }, link.token)
  if (isAllowed) link.send()
  return flow
}

async function beginByCode(parts: EmailParts, request: Request): Promise<Flow> {
  const { code, send } = await draftLogin(parts, request, await maySend(parts, request))
  const flow = await startFlow(parts, request, 'code', { code })
  send()
  return flow
}

function startFlow(
  { flows, clock }: EmailParts,
  { address, origin, binding, project, device, knownAs }: Request,
  state: EmailState,
  more: Partial<EmailDetails>,
  handle?: string,
): Promise<Flow> {
  return flows.start({
    projectId: project.id,
    origin,
    purpose: 'login',
    method: 'email',
    binding,
    state,
    details: {
      address,
      askedAt: clock.now(),
      ...(device !== undefined && { device }),
      ...(knownAs !== undefined && { knownAs }),
      ...more,
    },
    lifeMs: FLOW_LIFE_MS,
    ...(handle !== undefined && { handle }),
  })
}

/** Sends again within the same log-in. If that is not allowed, the earlier mail stays valid. */
async function goOn(parts: EmailParts, flow: Flow, request: Request): Promise<Flow> {
  const isAllowed = await maySend(parts, request)
  const link = isAllowed && flow.state === 'device' ? draftLink(parts, request) : undefined
  const draft =
    isAllowed && flow.state === 'code' ? await draftLogin(parts, request, true) : undefined
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

/** Whether mail can be sent. Only development projects see that it cannot. */
async function maySend(
  { sends }: EmailParts,
  { address, knownAs, network, project }: Request,
  more: { readonly mails?: number; readonly isApproval?: boolean } = {},
): Promise<boolean> {
  const sending = await sends.ask({ address, knownAs, network, projectId: project.id, ...more })
  if (!sending.isAllowed && project.isDevelopment) throw refusedSending(sending)
  return sending.isAllowed
}

async function draftLogin(
  parts: EmailParts,
  { address, origin, knownAs, loadLevel }: Request,
  isAllowed: boolean,
): Promise<CodeDraft> {
  const codeLength = await parts.attempts.codeLength({ address, knownAs }, loadLevel)
  return isAllowed
    ? draftCode(parts, { address, origin, purpose: 'login', codeLength })
    : unsentCode(parts, codeLength)
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
