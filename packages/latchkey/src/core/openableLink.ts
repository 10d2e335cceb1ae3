/**
 * Leads elsewhere, and neither runs nor shows anything inside the site. The last guard before a link is
 * opened; what comes from outside is held to the stricter rules of `wire/links` where it comes in.
 */
export const openableLink =
  /^(?!(\w*script|data|blob|file.*|about|view-source|chrome.*|ms-.*):|https?:\/+$)[a-z][\w+.-]*:\/\/[^\s\\]*$/i
