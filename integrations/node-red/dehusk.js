// A node of Node-RED: a page in, its main content out. It fetches nothing: "http request" before it does.
const { extract, formatNamed, pageRecord, siteReader } = require('@dehusk/core');

/**
 * Why there is no page, or null. "http request" passes errors on: in place of a status it then leaves the name of the error, and in place
 * of the page its message.
 */
function failureOf({ statusCode = 200, payload }) {
  if (statusCode >= 400) return { ok: false, reason: 'http-status', detail: `the server answered ${statusCode}` };
  return Number.isNaN(Number(statusCode)) ? { ok: false, reason: 'not-connected', detail: String(payload) } : null;
}

module.exports = (RED) => {
  function Dehusk(config) {
    RED.nodes.createNode(this, config);
    const format = formatNamed(config.format || 'markdown');
    const reader = config.learn ? siteReader() : null;
    this.on('input', (message, send, done) => {
      const { payload } = message;
      const isPage = typeof payload === 'string' || Buffer.isBuffer(payload);
      if (!isPage)
        return done(
          new TypeError(
            `msg.payload got ${payload === null ? 'null' : typeof payload}, expected HTML as text or a buffer`,
          ),
        );
      // "http request" leaves the address after redirects here.
      const url = message.responseUrl || message.url || null;
      try {
        const result =
          failureOf(message) ?? (reader === null ? extract(payload, { url }) : reader.read(payload, { url }));
        const { ok, reason, detail, title, author, date, language } = result;
        message.dehusk = {
          ...{ ok, reason: reason ?? null, detail: detail ?? null, url },
          ...{ title: title ?? null, author: author ?? null, date: date ?? null, language: language ?? null },
        };
        message.payload = format.name === 'json' ? pageRecord(result, { url }) : ok ? format.print(result) : '';
        this.status(ok ? {} : { fill: 'yellow', shape: 'dot', text: reason });
        // The second output has pages without text.
        send(ok ? [message, null] : [null, message]);
        done();
      } catch (error) {
        done(error);
      }
    });
  }
  RED.nodes.registerType('dehusk', Dehusk);
};
