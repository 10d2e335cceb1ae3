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

async function press(number) {
  const buttons = document.querySelectorAll('[data-number]')
  const offline = document.getElementById('offline')
  for (const button of buttons) button.disabled = true
  offline.hidden = true
  const isTaken = await tell({ step: 'press', number })
  for (const button of buttons) button.disabled = false
  offline.hidden = isTaken !== undefined
  if (isTaken === undefined) return
  isOver = true
  show(isTaken ? 'done' : 'wrong')
}

async function ask() {
  if (!(await tell({ step: 'ask' }))) return show('over')
  for (const button of document.querySelectorAll('[data-number]')) {
    button.addEventListener('click', () => press(button.dataset.number))
  }
  addEventListener('pagehide', () => {
    if (isOver) return
    const body = new URLSearchParams({ ticket: data.ticket, step: 'leave' })
    navigator.sendBeacon('/oauth/window', body)
  })
  show('ask')
}

// Nobody but the site that began the login can read it.
window.opener?.postMessage({ resultUri: data.resultUri }, data.site)
if (data.ticket) setTimeout(ask, window.opener ? OPENER_MS : 0)
