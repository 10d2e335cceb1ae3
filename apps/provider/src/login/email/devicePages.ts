import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../api/Refusal.js'
import type { Flow } from '../flows.js'
import { escapeHtml, type PageAnswer, type PageRequest, type SitePage } from '../sitePage.js'
import { siteSigns } from '../siteSigns.js'
import { draftCode, type EmailParts } from './EmailParts.js'
import { detailsOf } from './emailFlow.js'
import { FLOW_LIFE_MS, LINK_LIFE_MS, TRIES_PER_NUMBER } from './limits.js'

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
  checkOwnPage(parts, request)
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
  // Only somebody who reads the mails gets here, so strangers' limits no longer count.
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

function isSameNumber(shown: string, number: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(number)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Forms of other sites must not act here. */
function checkOwnPage({ publicUrl }: EmailParts, { headers }: PageRequest): void {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')]
  if ((site === null || site === 'same-origin') && (origin === null || origin === publicUrl)) return
  throw new Refusal(403, 'origin', 'This form belongs to the page itself.')
}

function question(flow: Flow) {
  const site = escapeHtml(new URL(flow.origin).host)
  return {
    title: 'Approve a new device',
    body: `
<form id="ask" novalidate>
<h1>Is this you?</h1>
<p>Somebody wants to log in on <strong>${site}</strong> with your address, on a device that was not used before.</p>
<p><label for="number">Type the number the login window shows</label></p>
<p><input id="number" class="number" inputmode="numeric" autocomplete="off" maxlength="2" size="2" aria-describedby="wrong"></p>
<p id="wrong" class="wrong" role="alert"></p>
<button class="main" type="submit">Approve the device</button>
<button type="button" id="refuse">It is not me</button>
</form>
<div id="approved" hidden>${siteSigns.good}<h1 tabindex="-1">Approved</h1><p>A code is on its way to your mailbox. Type it in the login window; this page can be closed.</p></div>
<div id="refused" hidden>${siteSigns.shut}<h1 tabindex="-1">Refused</h1><p>The device was not let in. If you did not try to log in, nothing else has to be done.</p></div>
<div id="over" hidden>${OVER}</div>`,
    script: SCRIPT,
  }
}

const OVER = `${siteSigns.late}<h1 tabindex="-1">This link has ended</h1><p>It was used, is too old, or a wrong number was typed too often. Start again in the login window.</p>`

/** What the script goes by is the status; somebody without it reads the page. */
function over(status: 200 | 410 | 422): PageAnswer {
  const body = status === 410 ? OVER : '<h1>Taken</h1>'
  return { status, document: { title: 'Approve a new device', body } }
}

const SCRIPT = `
const form = document.getElementById('ask')
const number = document.getElementById('number')
const wrong = document.getElementById('wrong')
const show = (id) => {
  form.hidden = true
  const part = document.getElementById(id)
  part.hidden = false
  part.querySelector('h1').focus()
}
const say = (text) => {
  wrong.textContent = text
  number.select()
  number.focus()
}
const send = async (fields, done) => {
  const buttons = form.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  try {
    const { status } = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams(fields), signal: AbortSignal.timeout(15000) })
    if (status === 200) show(done)
    else if (status === 422) say('That is another number. Look again at the login window.')
    else if (status === 410) show('over')
    else say('That did not work. Try again.')
  } catch {
    say('The login site cannot be reached. Try again.')
  } finally {
    for (const button of buttons) button.disabled = false
  }
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (/^\\d{2}$/.test(number.value)) send({ answer: 'approve', number: number.value }, 'approved')
  else say('Type the two digits the login window shows.')
})
document.getElementById('refuse').addEventListener('click', () => send({ answer: 'refuse' }, 'refused'))
number.focus()
`
