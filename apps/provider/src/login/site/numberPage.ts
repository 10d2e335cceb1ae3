import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../errors/ApiError.js'
import { siteIcons } from './siteIcons.js'
import type { PageDocument, PageRequest, PageResponse } from './sitePage.js'

/**
 * A mailed page that asks for the number the login frame shows. Opening it changes nothing, because
 * mail scanners open every link; approving takes a click and the number.
 */
export type NumberPage = {
  readonly title: string
  /** HTML. Escape foreign text. */
  readonly question: string
  readonly approve: string
  readonly approved: { readonly title: string; readonly text: string }
  readonly declined: { readonly title: string; readonly text: string }
}

const expiredBody = `${siteIcons.expired}<h1 tabindex="-1">This link no longer works</h1><p>It was used, has expired, or there were too many wrong numbers. Start again in the login window.</p>`

export function createNumberDocument(page: NumberPage): PageDocument {
  const part = (id: string, sign: string, { title, text }: { title: string; text: string }) =>
    `<div id="${id}" hidden>${sign}<h1 tabindex="-1">${title}</h1><p>${text}</p></div>`
  return {
    title: page.title,
    body: `
<form id="ask" novalidate>
${page.question}
<p><label for="number">Type the number the login window shows</label></p>
<p><input id="number" class="number" inputmode="numeric" autocomplete="off" maxlength="2" size="2" aria-describedby="wrong"></p>
<p id="wrong" class="wrong" role="alert"></p>
<button class="main" type="submit">${page.approve}</button>
<button type="button" id="refuse">This is not me</button>
</form>
${part('approved', siteIcons.success, page.approved)}
${part('refused', siteIcons.closed, page.declined)}
<div id="over" hidden>${expiredBody}</div>`,
    script: pageScript,
  }
}

/** The page's script reads the status: 200 accepted, 410 expired, 422 wrong number. */
export function createNumberResponse(title: string, status: 200 | 410 | 422): PageResponse {
  return { status, document: { title, body: status === 410 ? expiredBody : '<h1>Saved</h1>' } }
}

export function isSameNumber(typed: string, number: string): boolean {
  const [a, b] = [Buffer.from(typed), Buffer.from(number)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Throws for forms of other sites. */
export function assertSameOrigin(publicUrl: string, { headers }: PageRequest): void {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')]
  if ((site === null || site === 'same-origin') && (origin === null || origin === publicUrl)) return
  throw new ApiError(403, 'origin', 'Forms of other sites are not accepted.')
}

const pageScript = `
const form = document.getElementById('ask')
const number = document.getElementById('number')
const wrong = document.getElementById('wrong')
const show = (id) => {
  form.hidden = true
  const part = document.getElementById(id)
  part.hidden = false
  part.querySelector('h1').focus()
}
const showError = (text) => {
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
    else if (status === 422) showError('That is another number. Check the login window.')
    else if (status === 410) show('over')
    else showError('Something went wrong. Try again.')
  } catch {
    showError('The login site cannot be reached. Try again.')
  } finally {
    for (const button of buttons) button.disabled = false
  }
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (/^\\d{2}$/.test(number.value)) send({ answer: 'approve', number: number.value }, 'approved')
  else showError('Type the two digits the login window shows.')
})
document.getElementById('refuse').addEventListener('click', () => send({ answer: 'refuse' }, 'refused'))
number.focus()
`
