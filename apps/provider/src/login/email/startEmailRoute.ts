import { randomBytes, randomInt } from 'node:crypto'
import type { ResponseInputOf } from '@latchkey/wire/http/endpoint'
import { startEmail } from '@latchkey/wire/login/email'
import { normalizeAddress } from '../../mail/address.js'
import type { Project } from '../../projects/Project.js'
import type { Flow } from '../session/flows.js'
import { loginError } from '../session/loginError.js'
import { isFeatureEnabled } from '../session/loginFeatures.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import { digestDeviceKey } from './devices.js'
import {
  assertCooldownOver,
  assertMailWorks,
  type CodeDraft,
  createUnsentCode,
  draftCode,
  type EmailParts,
  toSendLimitError,
} from './EmailParts.js'
import { type EmailDetails, type EmailState, parseEmailDetails } from './emailFlow.js'
import { codeLifetimeMs, flowLifetimeMs, linkLifetimeMs } from './emailLimits.js'
import { deviceMail } from './mails.js'

type Reply = ResponseInputOf<typeof startEmail>

type StartRequest = {
  readonly project: Project
  readonly network: string | undefined
  readonly address: string
  readonly origin: string
  readonly binding: string
  /** Digest of the device's key. */
  readonly device: string | undefined
  /** Set for a known device or a followed link, which have their own limits. */
  readonly knownAs: string | undefined
  /** The load of the project; 0 if `knownAs` is set. */
  readonly loadLevel: number
}

/**
 * The response never depends on whether the account exists or what was sent before: it is the same
 * if an address may not get mail.
 */
export function startEmailRoute(parts: EmailParts): LoginRoute {
  const { attempts, clock, devices, load } = parts
  return loginRoute(startEmail, async (input, { project, network }): Promise<Reply> => {
    const { email, binding, origin, deviceKey, work } = input
    const address = normalizeAddress(email)
    if (address === undefined) throw loginError('email-invalid')
    const running = await findRunningFlow(parts, { project, binding, address, origin })
    if (running) assertCooldownOver(parts, parseEmailDetails(running).requestedAt)

    const device = deviceKey === undefined ? undefined : digestDeviceKey(deviceKey)
    const isKnown = await devices.isKnown(address, device)
    const knownAs =
      (running && parseEmailDetails(running).knownAs) ?? (isKnown ? `device ${device}` : undefined)
    assertMailWorks(parts, knownAs)
    const isStopped = await attempts.isLocked({ address, knownAs })
    const needsLink = running
      ? running.state === 'device'
      : isStopped || (!isKnown && isFeatureEnabled(project, 'device_approval'))

    const loadLevel = knownAs === undefined ? await load.readLevel(project.id) : 0
    const scope = { projectId: project.id, address }
    if (loadLevel > 0 && !(work && (await parts.work.spend(scope, work)))) {
      const next = needsLink ? 'VERIFY_DEVICE' : 'VERIFY_OTP'
      return { action: 'PROVE_WORK', next, ...parts.work.issue(scope, loadLevel) }
    }

    const request = { project, network, address, origin, binding, device, knownAs, loadLevel }
    const begin = needsLink ? startWithLink : startWithCode
    const flow = running ? await resendMail(parts, running, request) : await begin(parts, request)
    return toReply(flow, clock.now())
  })
}

function toReply(flow: Flow, now: number): Reply {
  const { number, code } = parseEmailDetails(flow)
  return flow.state === 'device' && number !== undefined
    ? { flowId: flow.id, action: 'VERIFY_DEVICE', number, expiresAt: now + linkLifetimeMs }
    : {
        flowId: flow.id,
        action: 'VERIFY_OTP',
        codeLength: code?.codeLength,
        expiresAt: now + codeLifetimeMs,
      }
}

async function findRunningFlow(
  { flows }: EmailParts,
  {
    project,
    binding,
    address,
    origin,
  }: Pick<StartRequest, 'project' | 'binding' | 'address' | 'origin'>,
): Promise<Flow | undefined> {
  const query = { projectId: project.id, binding, purpose: 'login', method: 'email' } as const
  const flow = await flows.findByBinding(query)
  const isSame =
    flow !== undefined && flow.origin === origin && parseEmailDetails(flow).address === address
  return isSame && (flow.state === 'device' || flow.state === 'code') ? flow : undefined
}

async function startWithLink(parts: EmailParts, request: StartRequest): Promise<Flow> {
  // Also counts the code that follows the approval, so that it is always sent.
  const isAllowed = await takeSend(parts, request, { mails: 2, isApproval: true })
  const link = draftLink(parts, request)
  const flow = await startFlow(parts, request, 'device', { number: createTwoDigits() }, link.token)
  if (isAllowed) link.send()
  return flow
}

async function startWithCode(parts: EmailParts, request: StartRequest): Promise<Flow> {
  const { code, send } = await draftLoginCode(parts, request, await takeSend(parts, request))
  const flow = await startFlow(parts, request, 'code', { code })
  send()
  return flow
}

function startFlow(
  { flows, clock }: EmailParts,
  { address, origin, binding, project, device, knownAs }: StartRequest,
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
      requestedAt: clock.now(),
      ...(device !== undefined && { device }),
      ...(knownAs !== undefined && { knownAs }),
      ...more,
    },
    lifetimeMs: flowLifetimeMs,
    ...(handle !== undefined && { handle }),
  })
}

/** Sends the mail again. If that is not allowed, the earlier mail stays valid. */
async function resendMail(parts: EmailParts, flow: Flow, request: StartRequest): Promise<Flow> {
  const isAllowed = await takeSend(parts, request)
  const link = isAllowed && flow.state === 'device' ? draftLink(parts, request) : undefined
  const draft =
    isAllowed && flow.state === 'code' ? await draftLoginCode(parts, request, true) : undefined
  const updated = await parts.flows.transition(flow, {
    from: flow.state,
    to: flow.state,
    lifetimeMs: flowLifetimeMs,
    details: { requestedAt: parts.clock.now(), ...(draft && { code: draft.code }) },
    ...(link && { handle: link.token }),
  })
  if (!updated) throw loginError('flow-unknown')
  link?.send()
  draft?.send()
  return updated
}

/** Whether mail may be sent. Only development projects get an error if not. */
async function takeSend(
  { sendLimits }: EmailParts,
  { address, knownAs, network, project }: StartRequest,
  more: { readonly mails?: number; readonly isApproval?: boolean } = {},
): Promise<boolean> {
  const sending = await sendLimits.take({
    address,
    knownAs,
    network,
    projectId: project.id,
    ...more,
  })
  if (!sending.isAllowed && project.isDevelopment) throw toSendLimitError(sending)
  return sending.isAllowed
}

async function draftLoginCode(
  parts: EmailParts,
  { address, origin, knownAs, loadLevel }: StartRequest,
  isAllowed: boolean,
): Promise<CodeDraft> {
  const codeLength = await parts.attempts.readCodeLength({ address, knownAs }, loadLevel)
  return isAllowed
    ? draftCode(parts, { address, origin, purpose: 'login', codeLength })
    : createUnsentCode(parts, codeLength)
}

/** `token` is the secret part of the link. */
function draftLink(
  { clock, queue, publicUrl }: EmailParts,
  { address, origin }: StartRequest,
): { readonly token: string; send(): void } {
  const token = randomBytes(32).toString('base64url')
  const at = clock.now()
  const url = `${publicUrl}/device/${token}`
  const minutes = linkLifetimeMs / 60_000
  return {
    token,
    send: () =>
      queue.add(deviceMail({ to: address, origin, url, minutes, at }), at + linkLifetimeMs),
  }
}

function createTwoDigits(): string {
  return String(randomInt(100)).padStart(2, '0')
}
