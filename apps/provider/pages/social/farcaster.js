/** The page of a Farcaster link: names the site, then shows the number and a link to the app. */

const button = document.querySelector('[data-step]')
const wrong = document.querySelector('.wrong')
let shownAt = performance.now()
const rest = () => {
  shownAt = performance.now()
}
// Prevents clicks on a window that has just come to the front.
addEventListener('focus', rest)
document.addEventListener('visibilitychange', rest)

button.addEventListener('click', async ({ isTrusted }) => {
  if (!isTrusted || performance.now() - shownAt < 500) return
  button.disabled = true
  wrong.textContent = ''
  const signal = AbortSignal.timeout(15_000)
  const answer = await fetch(location.pathname, { method: 'POST', signal }).catch(() => undefined)
  button.disabled = false
  if (!answer?.ok) {
    wrong.textContent = 'That did not work. Try again, or start again on the site.'
    return
  }
  const { number, url } = await answer.json()
  document.querySelector('.shown-number').textContent = number
  document.querySelector('a.main').href = url
  document.getElementById('confirm').hidden = true
  const shown = document.getElementById('number')
  shown.hidden = false
  document.title = shown.querySelector('h1').textContent
  shown.querySelector('h1').focus()
})
