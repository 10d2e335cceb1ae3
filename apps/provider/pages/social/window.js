/** The window that comes back from a provider: it tells its opener, or asks for the number. */

const data = JSON.parse(document.getElementById('data').textContent)
// What the provider sent must be neither read from the address nor found in the history.
history.replaceState(null, '', '/social')

/** How long an opener has to close the window before the person is asked instead. */
const OPENER_MS = 2_000

function show(id) {
  for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.id !== id
  const shown = document.getElementById(id)
  document.title = shown.querySelector('h1').textContent
  shown.querySelector('h1').focus()
}

/** Whether it was taken; undefined when nobody answered. */
async function tell(fields) {
  const body = new URLSearchParams({ ticket: data.ticket, ...fields })
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch('/oauth/window', { method: 'POST', body, signal }).catch(
    () => undefined,
  )
  return answer?.ok
}

let isOver = false

async function send(number) {
  const wrong = document.getElementById('wrong')
  const button = document.querySelector('#ask button')
  wrong.textContent = ''
  button.disabled = true
  const isTaken = await tell({ step: 'press', number })
  button.disabled = false
  if (isTaken === undefined) {
    wrong.textContent = 'There is no connection. Try again.'
    return
  }
  isOver = true
  show(isTaken ? 'done' : 'failed')
}

async function ask() {
  if (!(await tell({ step: 'ask' }))) return show('over')
  const number = document.getElementById('number')
  document.getElementById('ask').addEventListener('submit', (event) => {
    event.preventDefault()
    // Half a number is a slip; a whole one has one try.
    if (/^\d{2}$/.test(number.value)) return send(number.value)
    document.getElementById('wrong').textContent = 'Type both digits.'
    number.focus()
  })
  addEventListener('pagehide', () => {
    if (isOver) return
    const body = new URLSearchParams({ ticket: data.ticket, step: 'leave' })
    navigator.sendBeacon('/oauth/window', body)
  })
  show('ask')
  number.focus()
}

// Nobody but the site that began the login can read it.
window.opener?.postMessage({ resultUri: data.resultUri }, data.site)
if (data.ticket) setTimeout(ask, window.opener ? OPENER_MS : 0)
