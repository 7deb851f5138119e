import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { isId } from '../../model/format.ts';

/** The number of characters to show at first; each click on "show more" doubles the number. */
const stretch = 20_000;
/** JSON with more lines than this is shown without highlighted names. */
const mostNamed = 1_500;

interface TextOptions {
  readonly lines: readonly string[];
  readonly isJson: boolean;
  /** Opens the target of an id. */
  readonly follow: (id: string) => void;
}

/** Text of any length, shown as plain text and never as markup. */
export function LongText({ lines, isJson, follow }: TextOptions) {
  const [most, setMost] = useState(stretch);
  let length = 0;
  let count = 0;
  const shown: string[] = [];
  for (const line of lines) {
    if (length >= most) break;
    shown.push(line.slice(0, most - length));
    length += line.length + 1;
    count++;
  }
  const isWhole = count === lines.length && length <= most + 1;
  return (
    <div class={`text${isJson ? ' is-json' : ''}`}>
      <pre dir="auto">
        {isJson && shown.length <= mostNamed ? <Named lines={shown} follow={follow} /> : shown.join('\n')}
      </pre>
      {!isWhole && (
        <button type="button" class="link" onClick={() => setMost(most * 2)}>
          show more
        </button>
      )}
    </div>
  );
}

/** The indentation and the name at the start of a line of JSON. The name must not contain quotation marks. */
const named = /^( *"[^"\\]{1,200}": )/;

/** A JSON string that can be an id. */
const quotedId = /"([a-z]{2,6}_[A-Za-z0-9]{8,64})"/;

/** Lines of JSON. Names are dimmer than values, and ids are links. */
const Named = ({ lines, follow }: Pick<TextOptions, 'lines' | 'follow'>) => (
  <>
    {lines.map((line, at) => {
      const [name = ''] = named.exec(line) ?? [];
      const value = line.slice(name.length);
      const found = quotedId.exec(value);
      const [id, index] = [found?.[1], found?.index ?? 0];
      return (
        <Fragment key={at}>
          {at > 0 && '\n'}
          {name !== '' && <span class="soft">{name}</span>}
          {id === undefined || !isId(id) ? (
            value
          ) : (
            <>
              {value.slice(0, index + 1)}
              <button type="button" class="link" onClick={() => follow(id)}>
                {id}
              </button>
              {value.slice(index + 1 + id.length)}
            </>
          )}
        </Fragment>
      );
    })}
  </>
);
