/** Optional: every step works without this script. */

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    // Prevents a second payment; the provider checks this too.
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = 'yes'
    const button = form.querySelector('button[type=submit]')
    button?.setAttribute('aria-busy', 'true')
  })
}

// Resets a page restored by the back button.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) {
    delete form.dataset.sent
    form.querySelector('button[type=submit]')?.removeAttribute('aria-busy')
  }
})

const choice = document.querySelector('form.choice')
for (const control of choice?.querySelectorAll('select, #amount') ?? []) {
  control.addEventListener('change', () => choice.requestSubmit())
}

if (document.querySelector('.sending')) setTimeout(() => location.reload(), 2_000)

/** Formats while typing and keeps the caret after the same digit. */
function keepFormatted(input, write) {
  input?.addEventListener('input', () => {
    const digitsBefore = input.value.slice(0, input.selectionStart).replace(/\D/g, '').length
    const written = write(input.value.replace(/\D/g, ''))
    let at = 0
    for (let left = digitsBefore; left > 0 && at < written.length; at += 1) {
      if (/\d/.test(written[at])) left -= 1
    }
    if (input.selectionStart === input.value.length) at = written.length
    input.value = written
    input.setSelectionRange(at, at)
  })
}

keepFormatted(document.querySelector('#number'), (digits) =>
  digits.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 '),
)
keepFormatted(document.querySelector('#expiry'), (digits) =>
  digits.slice(0, 4).replace(/^(.{2})(?=.)/, '$1/'),
)

const wrong = document.querySelector('[aria-invalid=true]') ?? document.querySelector('#notice')
wrong?.focus()
