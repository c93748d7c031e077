/**
 * What a page may load: what is the shop's own, and the picture of a Pix code. That comes from the
 * gateway's public address, which need not be the one that this server calls.
 */
export function contentPolicy(image) {
  const pictures = image ? new URL(image).origin : "'self'";
  return `default-src 'self'; img-src ${pictures}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
}
