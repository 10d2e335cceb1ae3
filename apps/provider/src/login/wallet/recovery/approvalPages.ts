import type { Flow } from '../../session/flows.js'
import {
  assertSameOrigin,
  createNumberDocument,
  createNumberResponse,
  isSameNumber,
} from '../../site/numberPage.js'
import {
  escapeHtml,
  type PageRequest,
  type PageResponse,
  type SitePage,
} from '../../site/sitePage.js'
import { parseRecoveryDetails, releaseMs } from './recoveryFlow.js'
import type { RecoveryParts } from './recoveryRoutes.js'

const pageTitle = 'Set up your wallet'
const attemptRules = [{ max: 3, withinMs: 3_600_000 }]

/** The page behind the mailed link about a recovery. */
export function approvalPages(parts: RecoveryParts): SitePage[] {
  const path = '/recover/:token'
  return [
    { name: 'recoveryPage', method: 'GET', path, handle: (request) => showPage(parts, request) },
    {
      name: 'recoveryAnswer',
      method: 'POST',
      path,
      bodyLimit: 1_024,
      handle: (request) => submitForm(parts, request),
    },
  ]
}

async function findMailedFlow(
  { flows }: RecoveryParts,
  { params }: PageRequest,
): Promise<Flow | undefined> {
  const flow = await flows.findByHandle(params.token ?? '')
  return flow?.purpose === 'recover' && flow.state === 'mailed' ? flow : undefined
}

async function showPage(parts: RecoveryParts, request: PageRequest): Promise<PageResponse> {
  const flow = await findMailedFlow(parts, request)
  return flow ? { document: createDocument(flow) } : createNumberResponse(pageTitle, 410)
}

async function submitForm(parts: RecoveryParts, request: PageRequest): Promise<PageResponse> {
  assertSameOrigin(parts.publicUrl, request)
  const { flows, limits } = parts
  const flow = await findMailedFlow(parts, request)
  if (!flow) return createNumberResponse(pageTitle, 410)
  const decline = async () => flows.transition(flow, { from: 'mailed', to: 'refused' })
  if (request.form.get('answer') === 'refuse') {
    return createNumberResponse(pageTitle, (await decline()) ? 200 : 410)
  }
  const attempt = await limits.take([
    { kind: 'recovery-number', key: flow.id, rules: attemptRules },
  ])
  if (!attempt.isAllowed) {
    await decline()
    return createNumberResponse(pageTitle, 410)
  }
  const { number = '' } = parseRecoveryDetails(flow)
  if (!isSameNumber(request.form.get('number') ?? '', number))
    return createNumberResponse(pageTitle, 422)
  const updated = await flows.transition(flow, {
    from: 'mailed',
    to: 'approved',
    lifetimeMs: releaseMs,
  })
  return createNumberResponse(pageTitle, updated ? 200 : 410)
}

function createDocument(flow: Flow) {
  const site = escapeHtml(new URL(flow.origin).host)
  if (parseRecoveryDetails(flow).setDevice === undefined) return createFirstWalletDocument(site)
  return createNumberDocument({
    title: pageTitle,
    question: `<h1>Set up your wallet on ${site}?</h1>
<p>Someone logged in on <strong>${site}</strong> wants to use your wallet there, on a new device. Approve only if you are on that site right now.</p>`,
    approve: 'Set up my wallet',
    approved: {
      title: 'Approved',
      text: 'Go back to the site. Your wallet opens there. You can close this page.',
    },
    declined: {
      title: 'Declined',
      text: 'The wallet was not set up. If you did not request it, end your other log-ins.',
    },
  })
}

function createFirstWalletDocument(site: string) {
  return createNumberDocument({
    title: pageTitle,
    question: `<h1>Create your wallet on ${site}?</h1>
<p>Someone logged in on <strong>${site}</strong> with your account and wants to create your first wallet there. Approve only if you are on that site right now.</p>`,
    approve: 'Create my wallet',
    approved: {
      title: 'Approved',
      text: 'Go back to the site. Your wallet is created there. You can close this page.',
    },
    declined: {
      title: 'Declined',
      text: 'No wallet was created. If you did not request it, someone else used your log-in.',
    },
  })
}
