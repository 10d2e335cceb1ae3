/**
 * The window after a social log-in. It searches the login frame among its opener's frames and sends it the
 * ticket over a port that only documents of this origin can receive. Without a frame, the person confirms the
 * site and types a number there.
 */

const data = JSON.parse(document.getElementById('data').textContent)
// Removes the provider's response from the address bar and the history.
history.replaceState(null, '', '/social')

/** Timeouts for the response of a frame and for its log-in. */
const frameTimeoutMs = 2_000
const loginTimeoutMs = 15_000
/** A click counts only after the page has been visible this long. */
const restMs = 500
const maxFrames = 100

function show(id) {
  for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.id !== id
  const shown = document.getElementById(id)
  document.title = shown.querySelector('h1').textContent
  shown.querySelector('h1').focus()
  return shown
}

/** The server's response; null for an error, undefined without a connection. */
async function tell(step) {
  const body = new URLSearchParams({ ticket: data.ticket, step })
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch('/oauth/window', { method: 'POST', body, signal }).catch(
    () => undefined,
  )
  return answer && (answer.ok ? answer.json() : null)
}

/** Shows a part and resolves with the server's response to its button's step. */
function press(id) {
  const part = show(id)
  const button = part.querySelector('button')
  const wrong = part.querySelector('.wrong')
  let shownAt = performance.now()
  const rest = () => {
    shownAt = performance.now()
  }
  // Prevents clicks on a window that has just come to the front.
  addEventListener('focus', rest)
  document.addEventListener('visibilitychange', rest)
  return new Promise((resolve) => {
    button.addEventListener('click', async ({ isTrusted }) => {
      if (!isTrusted || performance.now() - shownAt < restMs) return
      button.disabled = true
      wrong.textContent = ''
      const answer = await tell(button.dataset.step)
      button.disabled = false
      if (answer !== undefined) resolve(answer)
      else wrong.textContent = 'No connection. Try again.'
    })
  })
}

/** The next message on a port, or undefined after the timeout. */
function next(port, limit) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limit)
    port.onmessage = (event) => {
      clearTimeout(timer)
      resolve(event.data)
    }
  })
}

async function knowsSecret({ secret } = {}) {
  if (!/^[0-9a-f]{64}$/.test(secret)) return false
  const bytes = Uint8Array.from(secret.match(/../g), (pair) => Number.parseInt(pair, 16))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === data.binding
}

/** A port to the frame that started this log-in. Other origins cannot receive the message. */
async function findFrame() {
  const { opener } = window
  if (!opener || data.returnTo) return undefined
  const frames = Array.from({ length: Math.min(opener.length, maxFrames) }, (_, at) => opener[at])
  const requested = frames.map(async (frame) => {
    const { port1, port2 } = new MessageChannel()
    const answer = next(port1, frameTimeoutMs)
    const hello = { type: 'latchkey/social-window', flowId: data.flowId }
    frame.postMessage(hello, location.origin, [port2])
    return (await knowsSecret(await answer)) ? port1 : Promise.reject()
  })
  return Promise.any(requested).catch(() => undefined)
}

let isSettled = false
addEventListener('pagehide', () => {
  if (isSettled) return
  navigator.sendBeacon('/oauth/window', new URLSearchParams({ ticket: data.ticket, step: 'leave' }))
})

async function handOver(port) {
  if (data.needsRecovery && !(await press('allow'))) return show('over')
  show('wait')
  isSettled = true
  const taken = next(port, loginTimeoutMs)
  port.postMessage({ ticket: data.ticket })
  if (!(await taken)) return show('over')
  // Contains no secret; for clients that wait for the window's message.
  window.opener?.postMessage({ resultUri: data.resultUri }, data.site)
  show('done')
}

async function matchNumber() {
  const answer = await press('confirm')
  if (!answer) return show('over')
  isSettled = true
  document.querySelector('.shown-number').textContent = answer.number
  show('number')
}

async function start() {
  const port = await findFrame()
  await (port ? handOver(port) : matchNumber())
}

if (data.ticket) start()
else {
  isSettled = true
  window.opener?.postMessage({ resultUri: data.resultUri }, data.site)
}
