/** Worked example P1 of the specification; what each algorithm makes of it was printed by the reference programs. */
export const P1 = `<html><head><title>Storm hits coast | The Daily</title></head><body>
<div id="nav"><a href="/">Home</a> | <a href="/w">World</a> | <a href="/s">Sport</a></div>
<div id="main"><h1>Storm hits coast</h1>
<p>A powerful storm hit the northern coast on Monday, leaving thousands of homes without power and forcing the closure of several major roads, officials said.</p>
<p>Emergency crews worked through the night to restore electricity and clear fallen trees, while the <a href="/x">weather service</a> warned that more heavy rain was expected later this week.</p>
<ul><li>Schools will remain closed until Thursday</li><li>Ferry services are suspended</li></ul>
<p>Short note.</p></div>
<div id="c">12 comments</div>
<div id="foot"><a href="/a">About us</a> <a href="/t">Terms of use</a> &copy; 2020 The Daily</div>
</body></html>`;
