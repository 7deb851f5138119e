/** What an issuer is told of the browser (specification, "Client 3-D Secure"). */
export const browserInfo = () => ({
  java_enabled: false,
  javascript_enabled: true,
  color_depth: screen.colorDepth,
  screen_width: screen.width,
  screen_height: screen.height,
  tz_offset: new Date().getTimezoneOffset(),
  language: navigator.language.slice(0, 35),
});
