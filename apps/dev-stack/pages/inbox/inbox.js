/** Lists mail, newest first, and polls for more. Content is always shown as text. */

const lookMs = 1_500
const copiedMs = 1_500

const list = document.querySelector('#mails')
const state = document.querySelector('#state')
const template = document.querySelector('#mail')
const shown = new Map()
let isFirstLook = true

async function read(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(5_000) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

async function look() {
  try {
    const { messages } = await read('messages')
    show(messages)
    tell(messages.length === 0 ? 'No mail yet. Log in by email and the code arrives here.' : '')
  } catch {
    tell('The inbox does not answer. Is it still running?', true)
  }
}

function tell(text, isBad = false) {
  if (state.textContent !== text) state.textContent = text
  state.hidden = text === ''
  state.classList.toggle('bad', isBad)
}

function show(messages) {
  const kept = new Set(messages.map(({ id }) => id))
  for (const [id, item] of shown) {
    if (kept.has(id)) continue
    item.remove()
    shown.delete(id)
  }
  for (const message of messages.toReversed()) {
    if (shown.has(message.id)) continue
    const item = draw(message)
    if (!isFirstLook) item.classList.add('new')
    shown.set(message.id, item)
    list.prepend(item)
  }
  isFirstLook = false
  const [newest] = messages
  document.title = newest ? `${newest.code ?? newest.subject} – Inbox` : 'Inbox'
}

function draw({ id, subject, to, receivedAt, code, link }) {
  const item = template.content.cloneNode(true).firstElementChild
  const part = (selector) => item.querySelector(selector)
  part('h2').textContent = subject
  part('.to').textContent = `To ${to.join(', ')}`
  const at = new Date(receivedAt)
  part('time').dateTime = at.toISOString()
  part('time').textContent = at.toLocaleTimeString([], { timeStyle: 'medium' })
  if (code !== null) {
    part('.code').hidden = false
    part('output').textContent = code
    const button = part('button')
    button.setAttribute('aria-label', `Copy ${code}`)
    button.addEventListener('click', () => copy(code, button))
  }
  // Only links that a browser opens as a page.
  if (link !== null && /^https?:\/\//.test(link)) {
    part('.link').hidden = false
    part('.link').href = link
  }
  part('details').addEventListener('toggle', () => readWhole(id, part('pre')), { once: true })
  return item
}

async function copy(code, button) {
  await navigator.clipboard.writeText(code)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, copiedMs)
}

async function readWhole(id, target) {
  try {
    target.textContent = (await read(`messages/${id}`)).text.trim()
  } catch {
    target.textContent = 'This mail is no longer there.'
  }
}

async function poll() {
  for (;;) {
    if (!document.hidden) await look()
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

document.addEventListener('visibilitychange', () => document.hidden || look())
poll()
