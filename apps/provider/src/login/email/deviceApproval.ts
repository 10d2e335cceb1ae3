import type { ResponseInputOf } from '@latchkey/wire/http/endpoint'
import { awaitDevice } from '@latchkey/wire/login/email'
import type { Flow } from '../session/flows.js'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import {
  assertSameOrigin,
  createNumberDocument,
  createNumberResponse,
  isSameNumber,
} from '../site/numberPage.js'
import { escapeHtml, type PageRequest, type PageResponse, type SitePage } from '../site/sitePage.js'
import { draftCode, type EmailParts } from './EmailParts.js'
import { parseEmailDetails } from './emailFlow.js'
import { attemptsPerNumber, flowLifetimeMs, linkLifetimeMs } from './emailLimits.js'

const pageTitle = 'Approve a new device'

/**
 * The page behind the mailed link about a new device. Opening it changes nothing, because mail
 * scanners open every link; approving takes the number that the login window shows.
 */
export function devicePages(parts: EmailParts): SitePage[] {
  const path = '/device/:token'
  return [
    { name: 'devicePage', method: 'GET', path, handle: (request) => showPage(parts, request) },
    {
      name: 'deviceAnswer',
      method: 'POST',
      path,
      bodyLimit: 1_024,
      handle: (request) => submitForm(parts, request),
    },
  ]
}

async function findWaitingFlow(
  parts: EmailParts,
  { params }: PageRequest,
): Promise<Flow | undefined> {
  const flow = await parts.flows.findByHandle(params.token ?? '')
  const isWaiting = flow?.state === 'device' && flow.method === 'email'
  return isWaiting && parseEmailDetails(flow).requestedAt + linkLifetimeMs > parts.clock.now()
    ? flow
    : undefined
}

async function showPage(parts: EmailParts, request: PageRequest): Promise<PageResponse> {
  const flow = await findWaitingFlow(parts, request)
  return flow ? { document: createDocument(flow) } : respond(410)
}

async function submitForm(parts: EmailParts, request: PageRequest): Promise<PageResponse> {
  assertSameOrigin(parts.publicUrl, request)
  const flow = await findWaitingFlow(parts, request)
  if (!flow) return respond(410)
  const { flows, limits, attempts } = parts
  if (request.form.get('answer') === 'refuse') {
    return (await flows.transition(flow, { from: 'device', to: 'refused' }))
      ? respond(200)
      : respond(410)
  }
  const attempt = await limits.take([
    { kind: 'email-device-number', key: flow.id, rules: attemptsPerNumber },
  ])
  if (!attempt.isAllowed) {
    await flows.transition(flow, { from: 'device', to: 'refused' })
    return respond(410)
  }
  const { address, number = '' } = parseEmailDetails(flow)
  if (!isSameNumber(request.form.get('number') ?? '', number)) return respond(422)
  await attempts.reset(address)
  // Only readers of the mailbox get here, so the limits of unknown devices do not apply.
  const knownAs = `link ${flow.id}`
  const codeLength = await attempts.readCodeLength({ address, knownAs })
  const { origin } = flow
  const { code, send } = draftCode(parts, { address, origin, purpose: 'login', codeLength })
  const updated = await flows.transition(flow, {
    from: 'device',
    to: 'code',
    details: { code, knownAs },
    lifetimeMs: flowLifetimeMs,
  })
  if (!updated) return respond(410)
  send()
  return respond(200)
}

function createDocument(flow: Flow) {
  const site = escapeHtml(new URL(flow.origin).host)
  return createNumberDocument({
    title: pageTitle,
    question: `<h1>Is this you?</h1>
<p>Someone wants to log in to <strong>${site}</strong> with your address on a new device.</p>`,
    approve: 'Approve the device',
    approved: {
      title: 'Approved',
      text: 'A code is on its way to your mailbox. Type it in the login window and close this page.',
    },
    declined: {
      title: 'Declined',
      text: 'The device was not approved. If you did not try to log in, you do not need to do anything.',
    },
  })
}

const respond = (status: 200 | 410 | 422) => createNumberResponse(pageTitle, status)

/** Long poll: responds when the link was followed. */
export function deviceRoute({ flows }: EmailParts): LoginRoute {
  return loginRoute(
    awaitDevice,
    async (
      { flowId, secret },
      { project, signal },
    ): Promise<ResponseInputOf<typeof awaitDevice>> => {
      const started = await flows.readForFrame(flowId, { projectId: project.id, secret })
      if (started.purpose !== 'login' || started.method !== 'email')
        throw loginError('flow-unknown')
      const flow = await flows.waitForChange(started, 'device', signal)
      if (!flow) throw loginError('flow-unknown')
      if (flow.state === 'refused') return { state: 'refused' }
      const { code } = parseEmailDetails(flow)
      return flow.state === 'code' && code
        ? { state: 'approved', expiresAt: code.codeExpiresAt, codeLength: code.codeLength }
        : { state: 'waiting' }
    },
    { isLongPoll: true },
  )
}
