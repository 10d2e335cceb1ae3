/** Tells the tag where this run's provider is; a real page would have written it there. */
document.querySelector('script[data-eip155]').dataset.providerUrl =
  window.__site.options.providerUrl
addEventListener('latchkey:ready', ({ detail }) => {
  window.latchkey = detail
})
