import type { BlockExplanation } from '@dehusk/core';

/** Why one block was kept or dropped. */
export function BlockDetails({ block }: { readonly block: BlockExplanation | null }) {
  if (block === null)
    return (
      <p class="quiet">
        Point at a block of the page to see why it was kept or dropped. Click it, or press ↓ and ↑, to pin it.
      </p>
    );
  const { index, text, keep, kind, probability, why, features, words, linkWords, path, record, movers } = block;
  return (
    <div class="details">
      <p>
        <strong class={keep ? 'kept' : 'dropped'}>{keep ? 'Kept' : 'Dropped'}</strong> · block {index} · {kind}
        {probability === null ? '' : ` · probability ${probability.toFixed(2)}`} · {words}{' '}
        {words === 1 ? 'word' : 'words'}, {linkWords} in links
        {record === null ? '' : ` · ${record.kind} ${record.index + 1}`}
      </p>
      <p class="why">{why === '' ? 'The extractor names no rule.' : why}</p>
      {movers.length > 0 && (
        <table>
          <caption>Features that moved the score most (log-odds)</caption>
          <tbody>
            {movers.map(({ feature, value, effect }) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                <td>{Number(value.toFixed(3))}</td>
                <td class={effect > 0 ? 'kept' : 'dropped'}>
                  {effect > 0 ? '+' : '−'}
                  {Math.abs(effect).toFixed(2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details>
        <summary>All features</summary>
        <dl class="features">
          {Object.entries(features).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'number' ? Number(value.toFixed(3)) : value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p class="path">
        <code>{path}</code>
      </p>
      <blockquote>{text.length > 300 ? `${text.slice(0, 300)}…` : text}</blockquote>
    </div>
  );
}
