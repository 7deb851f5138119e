export const hiddenOf = (text: string): { kind: string; last4: string } | null => {
  const found = /^hidden:(\w+):?.*?(\w{0,4})$/.exec(text);
  return found === null ? null : { kind: found[1]!, last4: found[2]! };
};
