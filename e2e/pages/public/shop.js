addEventListener('latchkey:ready', ({ detail }) => {
  window.latchkey = detail
})
