import type { Flow } from '../session/flows.js'
import { checkOwnPage, isSameNumber, numberAnswer, numberDocument } from '../site/numberPage.js'
import { escapeHtml, type PageAnswer, type PageRequest, type SitePage } from '../site/sitePage.js'
import { draftCode, type EmailParts } from './EmailParts.js'
import { detailsOf } from './emailFlow.js'
import { FLOW_LIFE_MS, LINK_LIFE_MS, TRIES_PER_NUMBER } from './limits.js'

const TITLE = 'Approve a new device'

/**
 * Where the link in the mail about a new device leads. Opening it does nothing, as mail scanners open
 * every link: it takes a press, and the number from the login window, which only somebody who has that
 * window in front of them knows. Browsers keep what the frame stores apart from this page, so "the
 * same browser" cannot be told and the number is asked for always.
 */
export function devicePages(parts: EmailParts): SitePage[] {
  const path = '/device/:token'
  return [
    { name: 'devicePage', method: 'GET', path, answer: (request) => show(parts, request) },
    {
      name: 'deviceAnswer',
      method: 'POST',
      path,
      bodyLimit: 1_024,
      answer: (request) => decide(parts, request),
    },
  ]
}

async function waitingFlow(parts: EmailParts, { params }: PageRequest): Promise<Flow | undefined> {
  const flow = await parts.flows.byHandle(params.token ?? '')
  const isWaiting = flow?.state === 'device' && flow.method === 'email'
  return isWaiting && detailsOf(flow).askedAt + LINK_LIFE_MS > parts.clock.now() ? flow : undefined
}

async function show(parts: EmailParts, request: PageRequest): Promise<PageAnswer> {
  const flow = await waitingFlow(parts, request)
  return flow ? { document: question(flow) } : over(410)
}

async function decide(parts: EmailParts, request: PageRequest): Promise<PageAnswer> {
  checkOwnPage(parts.publicUrl, request)
  const flow = await waitingFlow(parts, request)
  if (!flow) return over(410)
  const { flows, limits, attempts } = parts
  if (request.form.get('answer') === 'refuse') {
    return (await flows.move(flow, { from: 'device', to: 'refused' })) ? over(200) : over(410)
  }
  const tries = await limits.take([
    { kind: 'email-device-number', key: flow.id, rules: TRIES_PER_NUMBER },
  ])
  if (!tries.isAllowed) {
    await flows.move(flow, { from: 'device', to: 'refused' })
    return over(410)
  }
  const { address, number = '' } = detailsOf(flow)
  if (!isSameNumber(request.form.get('number') ?? '', number)) return over(422)
  await attempts.restart(address)
  // Only readers of the mailbox get here, so the limits for strangers no longer apply.
  const knownAs = `link ${flow.id}`
  const codeLength = await attempts.codeLength({ address, knownAs })
  const { origin } = flow
  const { code, send } = draftCode(parts, { address, origin, purpose: 'login', codeLength })
  const moved = await flows.move(flow, {
    from: 'device',
    to: 'code',
    details: { code, knownAs },
    lifeMs: FLOW_LIFE_MS,
  })
  if (!moved) return over(410)
  send()
  return over(200)
}

function question(flow: Flow) {
  const site = escapeHtml(new URL(flow.origin).host)
  return numberDocument({
    title: TITLE,
    question: `<h1>Is this you?</h1>
<p>Somebody wants to log in on <strong>${site}</strong> with your address, on a device that was not used before.</p>`,
    approve: 'Approve the device',
    approved: {
      title: 'Approved',
      text: 'A code is on its way to your mailbox. Type it in the login window; this page can be closed.',
    },
    refused: {
      title: 'Refused',
      text: 'The device was not let in. If you did not try to log in, nothing else has to be done.',
    },
  })
}

const over = (status: 200 | 410 | 422) => numberAnswer(TITLE, status)
