/** What the viewer takes of three.js: in the report these are a script of their own (build.mjs). */
export {
  BackSide, BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, Color, CylinderGeometry, DirectionalLight, DoubleSide, DynamicDrawUsage, EdgesGeometry,
  Float32BufferAttribute, Fog, HemisphereLight, InstancedBufferAttribute, InstancedMesh, LineBasicMaterial, LineSegments, Material, Matrix4, Mesh, MeshBasicMaterial,
  MeshLambertMaterial, MeshPhongMaterial, Object3D, PCFSoftShadowMap, PerspectiveCamera, Plane, PlaneGeometry, Quaternion, Raycaster, Scene, ShaderMaterial, SphereGeometry, Sprite,
  SpriteMaterial, SRGBColorSpace, TorusGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
export {OrbitControls} from "three/examples/jsm/controls/OrbitControls.js";
