import type { Flow } from '../../session/flows.js'
import { checkOwnPage, isSameNumber, numberAnswer, numberDocument } from '../../site/numberPage.js'
import {
  escapeHtml,
  type PageAnswer,
  type PageRequest,
  type SitePage,
} from '../../site/sitePage.js'
import { detailsOf, TAKE_MS } from './recoveryFlow.js'
import type { RecoveryParts } from './recoveryRoutes.js'

const TITLE = 'Set up your wallet'
const TRIES = [{ most: 3, withinMs: 3_600_000 }]

/** Where the link in the mail about a recovery leads. */
export function approvalPages(parts: RecoveryParts): SitePage[] {
  const path = '/recover/:token'
  return [
    { name: 'recoveryPage', method: 'GET', path, answer: (request) => show(parts, request) },
    {
      name: 'recoveryAnswer',
      method: 'POST',
      path,
      bodyLimit: 1_024,
      answer: (request) => decide(parts, request),
    },
  ]
}

async function mailedFlow(
  { flows }: RecoveryParts,
  { params }: PageRequest,
): Promise<Flow | undefined> {
  const flow = await flows.byHandle(params.token ?? '')
  return flow?.purpose === 'recover' && flow.state === 'mailed' ? flow : undefined
}

async function show(parts: RecoveryParts, request: PageRequest): Promise<PageAnswer> {
  const flow = await mailedFlow(parts, request)
  return flow ? { document: question(flow) } : numberAnswer(TITLE, 410)
}

async function decide(parts: RecoveryParts, request: PageRequest): Promise<PageAnswer> {
  checkOwnPage(parts.publicUrl, request)
  const { flows, limits } = parts
  const flow = await mailedFlow(parts, request)
  if (!flow) return numberAnswer(TITLE, 410)
  const refuse = async () => flows.move(flow, { from: 'mailed', to: 'refused' })
  if (request.form.get('answer') === 'refuse') {
    return numberAnswer(TITLE, (await refuse()) ? 200 : 410)
  }
  const tries = await limits.take([{ kind: 'recovery-number', key: flow.id, rules: TRIES }])
  if (!tries.isAllowed) {
    await refuse()
    return numberAnswer(TITLE, 410)
  }
  const { number = '' } = detailsOf(flow)
  if (!isSameNumber(request.form.get('number') ?? '', number)) return numberAnswer(TITLE, 422)
  const moved = await flows.move(flow, { from: 'mailed', to: 'approved', lifeMs: TAKE_MS })
  return numberAnswer(TITLE, moved ? 200 : 410)
}

function question(flow: Flow) {
  const site = escapeHtml(new URL(flow.origin).host)
  if (detailsOf(flow).setDevice === undefined) return firstWalletQuestion(site)
  return numberDocument({
    title: TITLE,
    question: `<h1>Set up your wallet on ${site}?</h1>
<p>Someone logged in on <strong>${site}</strong> wants to use your wallet there, on a new device. Approve only if you are on that site right now.</p>`,
    approve: 'Set up my wallet',
    approved: {
      title: 'Approved',
      text: 'Go back to the site. Your wallet opens there; this page can be closed.',
    },
    refused: {
      title: 'Refused',
      text: 'The wallet was not set up. If you did not ask for this, end your other log-ins.',
    },
  })
}

function firstWalletQuestion(site: string) {
  return numberDocument({
    title: TITLE,
    question: `<h1>Make your wallet on ${site}?</h1>
<p>Someone logged in on <strong>${site}</strong> with your account and wants to make your first wallet there. Approve only if you are on that site right now.</p>`,
    approve: 'Make my wallet',
    approved: {
      title: 'Approved',
      text: 'Go back to the site. Your wallet is made there; this page can be closed.',
    },
    refused: {
      title: 'Refused',
      text: 'No wallet was made. If you did not ask for this, someone else used your log-in.',
    },
  })
}
