import {openReport} from "./report.js";
import {StagePlane} from "./stage_plane.js";

openReport((scene, playback, choices, host) => new StagePlane(scene, playback, choices, host));
